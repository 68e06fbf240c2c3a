/** Fake WebSocket: a test opens it, sends events and reads what the page sent. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly instances: FakeSocket[] = []
  /** Optional fake server behind the sockets. */
  static server: { onConnect: (socket: FakeSocket) => void; onMessage: (socket: FakeSocket, message: unknown) => void } | null =
    null
  readonly url: string
  readonly sent: unknown[] = []
  readyState = 0

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    FakeSocket.instances.push(this)
    // Like a real socket, it connects asynchronously.
    queueMicrotask(() => FakeSocket.server?.onConnect(this))
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  say(event: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }

  send(data: string): void {
    const message: unknown = JSON.parse(data)
    this.sent.push(message)
    FakeSocket.server?.onMessage(this, message)
  }

  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}
