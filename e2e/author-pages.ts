import * as calls from '@saathi/contract/content/draft-calls'
import type { Call, CallInput } from '@saathi/contract/core/call'
import type { DraftBody, DraftContent } from '@saathi/contract/content/drafts'
import type { TestServer } from '../server/test/harness.ts'
import { ApiError, unreachable } from '../web/src/core/api-error.ts'
import { type Editor, openEditor } from '../web/src/staff/author/editor-store.ts'

/** What happens to the next save: it arrives, is lost on the way there or back, or meets a database that drops connections. */
export type Fault = 'none' | 'request lost' | 'reply lost' | 'database gone'

export const wordsIn = (body: unknown): string[] => JSON.stringify(body).match(/\bw\d+x\d+\b/g) ?? []

/** An author with a device, whose page can be killed at any moment. */
export class Author {
  readonly #server: TestServer
  readonly #id: number
  readonly #session: string
  readonly #device = new Map<string, string>()
  #page: { isAlive: boolean; editor: Editor } | null = null
  #fault: Fault = 'none'
  /** Words that the server has confirmed to a living page. */
  readonly acknowledged = new Set<string>()

  constructor(server: TestServer, id: number, session: string) {
    this.#server = server
    this.#id = id
    this.#session = session
  }

  get editor(): Editor | null {
    return this.#page?.editor ?? null
  }

  /** What is on the device is restored by the editor itself. */
  async open(): Promise<Editor> {
    const page = { isAlive: true }
    const draft = await this.read()
    const never = new Promise<never>(() => {})
    const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!page.isAlive) return never
      const outcome = await work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      if (!page.isAlive) return never
      if ('error' in outcome) throw outcome.error
      return outcome.value
    }
    const editor = openEditor(draft, {
      savePart: (_ref, body) => whileAlive(() => this.#save(body)),
      fetchDraft: () => whileAlive(() => this.read()),
      readAllStored: () => [...this.#device.values()],
      writeStored: (key, value) => void this.#device.set(key, value),
      removeStored: (key) => void this.#device.delete(key),
      onConnectionChanged: () => () => {},
      connectionNow: () => 'online',
    })
    editor.start()
    this.#page = Object.assign(page, { editor })
    return editor
  }

  /** Nothing of the page runs on; its device stays. */
  kill(): void {
    if (this.#page) this.#page.isAlive = false
    this.#page = null
  }

  meet(fault: Fault): void {
    this.#fault = fault
  }

  /** Like the page's own fetch, it tries again when a lost database connection is answered with 503. */
  async read(tries = 5): Promise<DraftContent> {
    try {
      return await this.#send(calls.getDraft, { params: { kind: 'session', key: this.#session } })
    } catch (error) {
      if (tries > 1 && error instanceof ApiError && error.status === 503) return await this.read(tries - 1)
      throw error
    }
  }

  async #save(body: { name: string; revision: number; body: DraftBody }) {
    const fault = this.#fault
    this.#fault = 'none'
    if (fault === 'request lost') throw unreachable('no answer')
    const [reply] = await Promise.all([
      this.#send(calls.saveDraftPart, { params: { kind: 'session', key: this.#session }, body }),
      fault === 'database gone' && this.#dropConnections(),
    ])
    if (fault === 'reply lost') throw unreachable('no answer')
    if (this.#page?.isAlive) for (const word of wordsIn(body.body)) this.acknowledged.add(word)
    return reply
  }

  async #dropConnections() {
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await this.#server.pool.query(others).catch(() => null)
  }

  async #send<C extends Call>(call: C, input: CallInput<C>) {
    const { status, body } = await this.#server.ask(this.#id, call, input)
    if (status >= 300) throw new ApiError(status, { code: body.code ?? 'core.broken', message: body.message ?? '' })
    return body
  }
}
