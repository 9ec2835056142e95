import type { Socket } from 'node:net'

/**
 * Breaks a connection off as a client does that crashed. One that is ending already is closed as usual: Node cannot
 * reset it, forgets it half closed, and would wait for it for ever instead of ending.
 */
export function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
