// The search of the site runs in a worker. A page that was opened from a folder (file://) may start none: there its script runs in a hidden frame.
//
// After iframe-worker 1.0.4, https://github.com/squidfunk/iframe-worker
// Copyright (c) 2020-2025 Martin Donath <martin.donath@squidfunk.com>
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to
// deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
// sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
// notice and this permission notice shall be included in all copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
// THE SOFTWARE.
"use strict";
(() => {
  // These two are written into the frame, where they stand in for what a worker has.
  function answer(data, target) {
    parent.postMessage(data, target || "*");
  }

  function load(...urls) {
    const one = (url) => new Promise((done) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = done;
      document.body.appendChild(script);
    });
    return urls.reduce((before, url) => before.then(() => one(url)), Promise.resolve());
  }

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      this.inside.document.open();
      this.inside.document.write(
        `<html><body><script>postMessage=${answer};importScripts=${load}<\/script><script src="${url}?${Date.now()}"><\/script></body></html>`,
      );
      this.inside.document.close();
      this.told = (event) => {
        if (event.source !== this.inside) return;
        this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        if (this.onmessage) this.onmessage(event);
      };
      window.addEventListener("message", this.told);
      this.ready = new Promise((done) => { this.inside.onload = done; });
    }

    get inside() {
      return this.frame.contentWindow;
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", structuredClone({ data }))));
    }

    terminate() {
      window.removeEventListener("message", this.told);
      this.frame.remove();
    }
  }

  if (location.protocol === "file:") window.Worker = FrameWorker;
})();
