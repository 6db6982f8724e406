"""Colours for rules texts, made from the grammar: for TextMate, CodeMirror and Pygments."""
