import type { DraftBlock, DraftBody } from '@saathi/contract/content/drafts'
import { expect } from 'vitest'
import { textBlock, writeSession } from '../server/test/drafts.ts'
import type { TestServer } from '../server/test/harness.ts'
import { buildStaff } from '../server/test/staff-rights.ts'
import { createRandom, type Random } from '../server/src/programme/people/random.ts'
import { Author, type Fault, wordsIn } from './author-pages.ts'

const STEPS = 24
const faults: readonly Fault[] = ['none', 'none', 'none', 'none', 'request lost', 'reply lost']

type Outcome = {
  seed: number
  lost: string[]
  lostAcknowledged: string[]
  typed: number
  acknowledged: number
  conflicts: number
}

/** Runs as many sequences as `count`, each with its own seed. */
export async function expectNothingLost(server: TestServer, first: number, count: number): Promise<void> {
  const authors = [await buildStaff(server, 'Author'), await buildStaff(server, 'Author')] as const
  const sums = { typed: 0, acknowledged: 0, conflicts: 0 }
  for (let seed = first; seed < first + count; seed += 1) {
    const { typed, acknowledged, conflicts, ...outcome } = await writeTogether(server, authors, seed)
    expect(outcome).toEqual({ seed, lost: [], lostAcknowledged: [] })
    sums.typed += typed
    sums.acknowledged += acknowledged
    sums.conflicts += conflicts
  }
  // The sequences prove something: most words were confirmed, and the authors met.
  expect(sums.typed).toBeGreaterThan(count * 4)
  expect(sums.acknowledged).toBeGreaterThan(count * 2)
  expect(sums.conflicts).toBeGreaterThan(count / 5)
}

/** Two authors write the same session at random; pages are killed and calls are lost. Then both save what they have. */
async function writeTogether(server: TestServer, ids: readonly [number, number], seed: number): Promise<Outcome> {
  const random = createRandom(seed)
  const session = await writeSession(server, ids[0], { title: `Together ${seed}` })
  const authors = ids.map((id) => new Author(server, id, session))
  const run = { random, seed, typed: new Set<string>(), removed: new Set<string>(), conflicts: 0 }
  for (let step = 0; step < STEPS; step += 1) await act(run, random.pick(authors), authors)
  // Everyone comes back and finishes; what was typed last may meet again.
  for (let round = 0; round < 12; round += 1) {
    const done = []
    for (const author of authors) done.push(await finish(run, author))
    if (done.every(Boolean)) break
  }
  const final = new Set(wordsIn((await authors[0]?.read())?.parts))
  const isLost = (word: string) => !final.has(word) && !run.removed.has(word)
  const acknowledged = authors.flatMap((author) => [...author.acknowledged])
  return {
    seed,
    lost: [...run.typed].filter(isLost),
    lostAcknowledged: acknowledged.filter(isLost),
    typed: run.typed.size,
    acknowledged: acknowledged.length,
    conflicts: run.conflicts,
  }
}

type Run = { random: Random; seed: number; typed: Set<string>; removed: Set<string>; conflicts: number }

async function act(run: Run, author: Author, authors: readonly Author[]): Promise<void> {
  const { random } = run
  const editor = author.editor ?? (await author.open())
  author.meet(random.isTrue(0.03) ? 'database gone' : random.pick(faults))
  const what = random.between(1, 10)
  if (editor.state.get().conflict) settle(run, author)
  else if (what <= 4) type(run, author)
  else if (what <= 6) await editor.flush()
  else if (what === 7) {
    // Typing goes on while it is being saved.
    const saving = editor.flush()
    type(run, author)
    await saving
  } else if (what === 8) await Promise.all(authors.flatMap((each) => each.editor?.flush() ?? []))
  else if (what === 9) {
    // The page dies in the middle of a save.
    void editor.flush()
    if (random.isTrue(0.5)) await new Promise(setImmediate)
    author.kill()
  } else author.kill()
}

/** A word that exists nowhere else, in a block, in a new block, in a title or in the overview; rarely, a block is removed. */
function type(run: Run, author: Author): void {
  const { random } = run
  const { editor } = author
  if (!editor || editor.state.get().conflict) return
  const name = random.pick(['step:why', 'step:why', 'step:try', 'session'])
  const body = editor.state.get().bodies.get(name)
  if (!body) return
  const word = `w${run.seed}x${run.typed.size}`
  editor.change(name, changed(run, body, word))
  if (wordsIn(editor.state.get().bodies.get(name)).includes(word)) run.typed.add(word)
}

function changed({ random, removed }: Run, body: DraftBody, word: string): DraftBody {
  if (body.kind === 'session') {
    const field = random.pick(['overview', 'overview', 'title', 'step'] as const)
    if (field !== 'step') return { ...body, [field]: `${body[field]} ${word}` }
    return { ...body, steps: body.steps.map((step, at) => (at === 0 ? { ...step, title: `${step.title} ${word}` } : step)) }
  }
  if (body.kind !== 'step') return body
  const at = random.between(0, body.blocks.length)
  const block = body.blocks[at]
  if (!block) return { ...body, blocks: [...body.blocks, textBlock(`n${word}`, word)] }
  if (random.isTrue(0.1) && block.contentType === 'TEXT') {
    for (const gone of wordsIn(block)) removed.add(gone)
    return { ...body, blocks: body.blocks.filter((_, place) => place !== at) }
  }
  const longer = (each: DraftBlock) => ({ ...each, text: `${each.text} ${word}` })
  return {
    ...body,
    blocks: body.blocks.map((each, place) => (place === at && each.contentType === 'TEXT' ? longer(each) : each)),
  }
}

/** Taking one side gives up the words of the other, which the author has read. */
function settle(run: Run, author: Author, choice = run.random.pick(['both', 'both', 'both', 'mine', 'theirs'] as const)): void {
  const { editor } = author
  const conflict = editor?.state.get().conflict
  if (!editor || !conflict) return
  run.conflicts += 1
  const [mine, theirs] = [wordsIn(conflict.mine), wordsIn(conflict.theirs.body)]
  if (choice === 'mine') for (const word of theirs) if (!mine.includes(word)) run.removed.add(word)
  if (choice === 'theirs') for (const word of mine) if (!theirs.includes(word)) run.removed.add(word)
  editor.settle(choice)
}

async function finish(run: Run, author: Author): Promise<boolean> {
  const editor = author.editor ?? (await author.open())
  author.meet('none')
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (editor.state.get().conflict) settle(run, author, 'both')
    if (await editor.flush()) return true
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return false
}
