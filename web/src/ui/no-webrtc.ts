// Browsers support no content security policy that blocks WebRTC connections. The constructors are therefore removed
// from the page before an injected script could use them to send data. https://github.com/w3c/webappsec-csp/issues/92
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name)

export {}
