// No content security policy that browsers know keeps WebRTC from sending, so a page that never uses it goes without:
// a script that gets into it later finds no constructor. https://github.com/w3c/webappsec-csp/issues/92
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name)

export {}
