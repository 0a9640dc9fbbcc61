/** Janode speaks to Janus over WebSockets here. The package of this name compiles native code when it is installed. */
exports.createSocket = () => {
  throw new Error('Unix sockets of Janus are not supported: set JANUS_URL to a ws:// or wss:// address')
}
