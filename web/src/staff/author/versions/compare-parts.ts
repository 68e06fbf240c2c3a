import type { DraftBody } from '@saathi/contract/content/drafts'

/** Fields that are shown with a label; texts need none. */
const fields = [
  [
    'words',
    ['title', 'overview', 'text', 'label', 'helpText', 'description', 'shortDescription', 'name', 'content', 'curatedNote'],
  ],
  ['words', ['author', 'question', 'answer']],
  ['picture', ['image', 'cover', 'thumbnail', 'icon', 'background']],
  ['tags', ['tags']],
  ['color', ['color']],
  ['link', ['url', 'link']],
  ['programmes', ['projects']],
  ['audience', ['audience']],
  ['opens', ['after', 'survey', 'days']],
  ['closes', ['closesInDays']],
  ['minutes', ['minutes', 'durationMinutes']],
  ['right', ['isCorrect']],
  ['type', ['questionType', 'contentType', 'event']],
] as const
type Setting = (typeof fields)[number][0] | 'other'
const settings = new Map<string, Setting>(fields.flatMap(([setting, names]) => names.map((name) => [name, setting] as const)))
const settingOf = (field: string): Setting => settings.get(field) ?? 'other'

/** `moved`: the same items in another order; both orders are listed by title. */
export type Difference = {
  path: string
  kind: 'changed' | 'new' | 'gone' | 'moved'
  setting: Setting
  before: string
  after: string
}

type PartDifference = { name: string; kind: 'changed' | 'new' | 'gone'; differences: Difference[] }
type Bodies = ReadonlyMap<string, DraftBody>

type Item = Readonly<Record<string, unknown>>
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Steps, blocks, questions and options keep their key when they move. */
function keyOf(value: unknown): string | null {
  if (!isItem(value)) return null
  const key = value['id'] ?? value['key'] ?? value['option']
  return typeof key === 'string' || typeof key === 'number' ? String(key) : null
}
const isKeyed = (value: unknown): value is Item[] => Array.isArray(value) && value.every((item) => keyOf(item) !== null)

/** All texts of a value that a reader would see. */
function wordsOf(value: unknown, field = ''): string {
  if (Array.isArray(value)) return join(value.map((item) => wordsOf(item, field)))
  if (isItem(value)) return join(Object.entries(value).map(([name, inner]) => wordsOf(inner, name)))
  return typeof value === 'string' && settingOf(field) === 'words' ? value : ''
}
const join = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')

function valueOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(String).join(', ') : String(value)
}

const last = (path: string): string => path.split('.').at(-1) ?? ''

/** All differing fields, in the order of the editor. */
function compare(path: string, before: unknown, after: unknown): Difference[] {
  if (isKeyed(before) && isKeyed(after)) return compareLists(path, before, after)
  if (isItem(before) && isItem(after)) {
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => !['kind', 'id', 'key'].includes(name),
    )
    return fields.flatMap((name) => compare(path === '' ? name : `${path}.${name}`, before[name], after[name]))
  }
  if (isItem(before) || isItem(after)) {
    const [old, now] = [isItem(before) ? before : {}, isItem(after) ? after : {}]
    return compare(path, old, now)
  }
  const [old, now] = [valueOf(before), valueOf(after)]
  return old === now ? [] : [{ path, kind: 'changed', setting: settingOf(last(path)), before: old, after: now }]
}

function compareLists(path: string, before: readonly Item[], after: readonly Item[]): Difference[] {
  const [old, now] = [new Map(before.map(entryOf)), new Map(after.map(entryOf))]
  const same = (keys: Iterable<string>, others: ReadonlyMap<string, Item>) => [...keys].filter((key) => others.has(key))
  const [kept, order] = [same(old.keys(), now), same(now.keys(), old)]
  const gone = before.filter((item) => !now.has(keyOf(item) ?? ''))
  const titles = (keys: readonly string[], from: ReadonlyMap<string, Item>) =>
    keys.map((key) => titleOf(from.get(key) ?? {})).join('\n')
  return [
    ...gone.map((item) => whole(`${path}.${keyOf(item)}`, 'gone', item)),
    ...after.flatMap((item) => {
      const key = keyOf(item) ?? ''
      const earlier = old.get(key)
      return earlier ? compare(`${path}.${key}`, earlier, item) : [whole(`${path}.${key}`, 'new', item)]
    }),
    ...(kept.join(' ') === order.join(' ')
      ? []
      : [{ path, kind: 'moved' as const, setting: 'words' as const, before: titles(kept, old), after: titles(order, now) }]),
  ]
}
const entryOf = (item: Item): [string, Item] => [keyOf(item) ?? '', item]

/** The first line, which identifies a block or a question. */
const titleOf = (item: Item): string => wordsOf(item).split('\n')[0] ?? ''

const whole = (path: string, kind: 'new' | 'gone', item: Item): Difference => ({
  path,
  kind,
  setting: 'words',
  before: kind === 'gone' ? wordsOf(item) : '',
  after: kind === 'new' ? wordsOf(item) : '',
})

/** The differences between two versions by part: first parts of the new version, then removed parts. */
export function compareParts(before: Bodies, after: Bodies): PartDifference[] {
  const names = [...after.keys(), ...[...before.keys()].filter((name) => !after.has(name))]
  return names.flatMap((name): PartDifference[] => {
    const [old, now] = [before.get(name), after.get(name)]
    const differences = compare('', old ?? {}, now ?? {})
    if (old && now) return differences.length > 0 ? [{ name, kind: 'changed', differences }] : []
    return [{ name, kind: now ? 'new' : 'gone', differences: [whole('', now ? 'new' : 'gone', now ?? old ?? {})] }]
  })
}
