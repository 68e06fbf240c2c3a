import { DraftBody, type DraftContent, type DraftPart, type DraftProblem } from '@saathi/contract/content/drafts'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import type { StorageKey } from '#core/storage.ts'
import { createStore, createTimer, type Store } from '#core/store.ts'
import { newUuid } from '#core/uuid.ts'
import { mergeParts } from './merge.ts'
import type { EditorWorld } from './editor-world.ts'
import type { DraftRef } from './queries.ts'
import { TYPING_MS } from './saving.ts'

const RETRY_MS = 5_000

export type Conflict = { name: string; base: DraftBody; mine: DraftBody; theirs: DraftPart }
export type Choice = 'mine' | 'theirs' | 'both'
type SaveStatus = 'saved' | 'typing' | 'saving' | 'waiting' | 'refused'

export type EditorState = {
  bodies: ReadonlyMap<string, DraftBody>
  problems: readonly DraftProblem[]
  /** The draft's revision on the server. */
  revision: number
  status: SaveStatus
  savedAt: string | null
  conflict: Conflict | null
  error: Error | null
}

export type Editor = {
  state: Store<EditorState>
  change: (name: string, body: DraftBody) => void
  /** Saves at once, for example before publishing. True if nothing is left unsaved. */
  flush: () => Promise<boolean>
  settle: (choice: Choice) => void
  /** Call this after the draft has changed outside the editor, for example by a translation. */
  noteRevision: (revision: number) => void
  /** Saves when the connection comes back; returns a function that stops it. */
  start: () => () => void
}

export const newKey = (): string => `k${newUuid().slice(0, 8)}`

const Unsent = z.object({ name: z.string(), revision: z.number(), base: DraftBody, body: DraftBody })
type Unsent = z.infer<typeof Unsent>

const placeOf = ({ kind, key }: DraftRef) => (kind === 'session' ? key : `${kind}:${key}`)
const storageKey = (ref: DraftRef, name: string): StorageKey => `saathi.author.${placeOf(ref)}.${name}`

function readUnsent(ref: DraftRef, { readAllStored }: EditorWorld): Unsent[] {
  return readAllStored(`saathi.author.${placeOf(ref)}.`).flatMap((stored) => {
    try {
      return [Unsent.parse(JSON.parse(stored))]
    } catch {
      return []
    }
  })
}

const isSame = (one: DraftBody, other: DraftBody) => JSON.stringify(one) === JSON.stringify(other)

/** The parts of a draft while they are written. What the server has not confirmed is also stored on the device. */
export function openEditor(draft: DraftContent, world: EditorWorld): Editor {
  const known = new Map<string, { revision: number; body: DraftBody }>(draft.parts.map((part) => [part.name, part]))
  const unsaved = new Set<string>()
  const sent = new Map<string, DraftBody>()
  const timer = createTimer()
  let isSending = false
  const state = createStore<EditorState>({
    bodies: new Map(draft.parts.map(({ name, body }) => [name, body])),
    problems: draft.problems,
    revision: draft.revision,
    status: 'saved',
    savedAt: null,
    conflict: null,
    error: null,
  })
  const patch = (change: Partial<EditorState>) => state.set({ ...state.get(), ...change })
  const setBody = (name: string, body: DraftBody) => patch({ bodies: new Map(state.get().bodies).set(name, body) })
  const baseOf = (name: string, body: DraftBody) => known.get(name)?.body ?? body

  function store(name: string, body: DraftBody) {
    const unsent: Unsent = { name, revision: known.get(name)?.revision ?? 0, base: baseOf(name, body), body }
    world.writeStored(storageKey(draft, name), JSON.stringify(unsent))
  }

  function change(name: string, body: DraftBody) {
    setBody(name, body)
    unsaved.add(name)
    store(name, body)
    patch({ status: 'typing' })
    timer.restart(() => void flush(), TYPING_MS)
  }

  function take({ name, revision, body }: Pick<DraftPart, 'name' | 'revision' | 'body'>) {
    known.set(name, { revision, body })
    const current = state.get().bodies.get(name)
    // The author has typed more while this part was being sent.
    if (current && !isSame(current, body)) return store(name, current)
    unsaved.delete(name)
    world.removeStored(storageKey(draft, name))
  }

  async function sendPart(name: string): Promise<void> {
    const body = state.get().bodies.get(name)
    if (!body) return
    sent.set(name, body)
    const { part, revision, problems } = await world.savePart(draft, { name, revision: known.get(name)?.revision ?? 0, body })
    take({ name, revision: part.revision, body })
    patch({ revision, problems, savedAt: part.changedAt })
  }

  async function flush(): Promise<boolean> {
    timer.stop()
    if (isSending || state.get().conflict) return false
    isSending = true
    patch({ status: 'saving', error: null })
    let current = ''
    try {
      for (const name of unsaved) await sendPart((current = name))
      patch({ status: unsaved.size > 0 ? 'typing' : 'saved' })
    } catch (error) {
      await handleFailure(current, error)
    } finally {
      isSending = false
    }
    if (state.get().status === 'typing') timer.start(() => void flush(), TYPING_MS)
    return unsaved.size === 0
  }

  async function handleFailure(name: string, error: unknown) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    if (isRefused && error.code === 'content.part_changed') return findConflict(name).catch(tryLater)
    if (isRefused) return patch({ status: 'refused', error })
    tryLater()
  }

  function tryLater() {
    patch({ status: 'waiting' })
    timer.start(() => void flush(), RETRY_MS)
  }

  async function findConflict(name: string) {
    const theirs = (await world.fetchDraft(draft)).parts.find((part) => part.name === name)
    const mine = state.get().bodies.get(name)
    if (theirs && mine) return reportConflict({ name, base: baseOf(name, mine), mine, theirs })
    // The part no longer exists on the server: create it again.
    known.delete(name)
    patch({ status: 'typing' })
  }

  /** Shows a conflict, unless the server's text is the author's own: then only the reply to an earlier save was lost. */
  function reportConflict(conflict: Conflict) {
    const { name, mine, theirs } = conflict
    const last = sent.get(name)
    if (!isSame(mine, theirs.body) && !(last && isSame(last, theirs.body))) return patch({ status: 'waiting', conflict })
    take(theirs)
    patch({ status: 'typing' })
  }

  function settle(choice: Choice) {
    const { conflict } = state.get()
    if (!conflict) return
    const { name, base, theirs } = conflict
    const mine = state.get().bodies.get(name) ?? conflict.mine
    patch({ conflict: null })
    known.set(name, theirs)
    if (choice === 'theirs') {
      setBody(name, theirs.body)
      take(theirs)
      return void flush()
    }
    change(name, choice === 'mine' ? mine : mergeParts(base, mine, theirs.body, newKey))
  }

  /** Restores changes that an earlier visit could not send. */
  function restore() {
    for (const { name, revision, base, body } of readUnsent(draft, world)) {
      const theirs = draft.parts.find((part) => part.name === name)
      if (theirs && isSame(body, theirs.body)) world.removeStored(storageKey(draft, name))
      else if ((theirs?.revision ?? 0) === revision) change(name, body)
      else {
        // Keeps the revision that the author saw, so that saving each part detects a colleague's changes.
        known.set(name, { revision, body: base })
        setBody(name, body)
        unsaved.add(name)
        if (theirs && !state.get().conflict) reportConflict({ name, base, mine: body, theirs })
        else patch({ status: 'typing' })
      }
    }
  }

  function start() {
    if (draft.mayWrite) restore()
    const stop = world.onConnectionChanged(() => {
      if (world.connectionNow() === 'online' && unsaved.size > 0) void flush()
    })
    return () => {
      stop()
      if (unsaved.size > 0) void flush()
    }
  }

  const noteRevision = (revision: number) => patch({ revision })
  return { state, change, flush, settle, noteRevision, start }
}
