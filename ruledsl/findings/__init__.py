"""What is found out about rules when their author has written no property: hunts, witnesses, what was never reached, what open things tell."""
