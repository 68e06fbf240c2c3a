/** Stands in for the live line: a test opens it, speaks on it and hears what the page says. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly made: FakeSocket[] = []
  readonly url: string
  readonly sent: unknown[] = []
  readyState = 0

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    FakeSocket.made.push(this)
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  say(event: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data))
  }

  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}
