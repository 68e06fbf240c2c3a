import { createHash } from 'node:crypto'
import { type ImportPlan, type PlannedChange, type PlannedEntry, PlannedKind } from '@saathi/contract/content/exchange-calls'
import * as z from 'zod/mini'
import type { Files } from '../export/programme.ts'
import { isLegalName } from '../format/community.ts'
import type { Problem } from '../problems.ts'
import type { Programme } from '../programme.ts'

/** A part of a programme with its files, by their names within it. */
type Part = { kind: PlannedKind; key: string; files: Map<string, string> }
const MAX_NAMES = 50

const wholeFiles: Readonly<Record<string, PlannedKind>> = {
  'programme.json': 'programme',
  'cards.json': 'cards',
  'screens.json': 'screens',
  'community/faq.json': 'faq',
  'community/helplines.json': 'helplines',
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** Folder numbers of sessions and surveys define their order, which is a separate part. */
function placeOf(file: string): { kind: PlannedKind; key: string; name: string } | null {
  const [, folder = '', key = '', name = ''] = /^(sessions|surveys)\/\d+-([^/.]+)(?:\/|\.)(.+)$/.exec(file) ?? []
  if (folder !== '') return { kind: folder === 'sessions' ? 'session' : 'survey', key, name: folder === 'sessions' ? name : file }
  const [, group = '', text = ''] = /^(community|declarations)\/([a-z-]+)(?:\.[\w-]+)?\.md$/.exec(file) ?? []
  if (group !== '') return { kind: group === 'community' ? 'legal' : 'declaration', key: text, name: file }
  const kind = wholeFiles[file]
  return kind ? { kind, key: kind, name: file } : null
}

function partsOf(files: Files): Map<string, Part> {
  const parts = new Map<string, Part>()
  const add = (kind: PlannedKind, key: string, name: string, content: string) => {
    const part = parts.get(`${kind} ${key}`) ?? { kind, key, files: new Map<string, string>() }
    parts.set(`${kind} ${key}`, part)
    part.files.set(name, content)
  }
  for (const [file, content] of files) {
    const place = placeOf(file)
    if (place) add(place.kind, place.key, place.name, hash(content))
    if (file === 'feed.json') for (const { key, ...post } of postsIn(content)) add('post', key, key, JSON.stringify(post))
  }
  return parts
}

const Feed = z.object({ posts: z.array(z.looseObject({ key: z.string() })) })
const postsIn = (content: string | Buffer) => Feed.parse(JSON.parse(String(content))).posts

const orderOf = (files: Files, known: ReadonlySet<string>): string =>
  [...files.keys()].filter((file) => file.endsWith('/session.json') && known.has(placeOf(file)?.key ?? '')).join('\n')

/** Computes the changes by comparing the exports before and after loading. */
export function planImport(before: Files, after: Files, programme: Programme, drafts: ReadonlySet<string>): ImportPlan {
  const [old, now] = [partsOf(before), partsOf(after)]
  const imported = new Set([
    ...programme.sessions.map(({ value }) => `session ${value.key}`),
    ...programme.surveys.map(({ value }) => `survey ${value.key}`),
  ])
  const changeOf = (id: string, names: readonly string[]): PlannedChange => {
    if (!now.has(id)) return 'removed'
    if (!old.has(id)) return 'new'
    if (names.length > 0) return 'changed'
    return /^(?:session|survey) /.test(id) && !imported.has(id) ? 'absent' : 'same'
  }
  const entries = [...new Map([...old, ...now])].map(([id, { kind, key }]): PlannedEntry => {
    const files = old.has(id) && now.has(id) ? differences(old.get(id)?.files, now.get(id)?.files) : []
    const change = changeOf(id, files)
    const hasDraft = kind === 'session' && change === 'changed' && drafts.has(key)
    return { kind, key, change, files: files.slice(0, MAX_NAMES), hasDraft }
  })
  const both = new Set(
    [...old.values()].flatMap(({ kind, key }) => (kind === 'session' && now.has(`session ${key}`) ? [key] : [])),
  )
  const keysIn = (files: Files) => orderOf(files, both).replaceAll(/\/\d+-/g, '/')
  if (keysIn(before) !== keysIn(after))
    entries.push({ kind: 'order', key: 'order', change: 'changed', files: [], hasDraft: false })
  const place = (kind: PlannedKind) => PlannedKind.options.indexOf(kind)
  const sorted = entries.toSorted((a, b) => place(a.kind) - place(b.kind) || (a.key < b.key ? -1 : 1))
  return { token: hash(JSON.stringify([programme.sourceHash, hashOf(before), sorted])), entries: sorted }
}

const hashOf = (files: Files) => hash([...files].map(([name, content]) => `${name} ${hash(content)}\n`).join(''))

function differences(before = new Map<string, string>(), after = new Map<string, string>()): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).toSorted()
}

const About = z.object({ legal: z.record(z.string(), z.number()) })

/** People have agreed to this version, so its text must not change without a new version number. */
export function checkAgreed(before: Files, after: Files): Problem[] {
  const versionsIn = (files: Files) => About.parse(JSON.parse(String(files.get('programme.json')))).legal
  const [old, now] = [versionsIn(before), versionsIn(after)]
  return [...after].flatMap(([file, content]) => {
    const name = /^community\/([a-z-]+)(?:\.[\w-]+)?\.md$/.exec(file)?.[1] ?? ''
    const earlier = before.get(file)
    if (!isLegalName(name) || earlier === undefined || earlier === content || (now[name] ?? 0) > (old[name] ?? 0)) return []
    return [
      { file, text: `differs from version ${old[name]}, which people agreed to; give it the next number in programme.json` },
    ]
  })
}
