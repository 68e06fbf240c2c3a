import type { ContentType } from '@saathi/contract/content/items'
import { splitVideoWords } from '@saathi/contract/content/video-words'

/** A content item of a step file in one language, and its first line. */
export type StepItem = {
  contentType: ContentType
  text: string | null
  /** A picture, or the recording of AUDIO and VIDEO. */
  image: string | null
  url: string | null
  quiz: string | null
  allowRetake: boolean
  line: number
}
export type StepProblem = { line: number; text: string }
type Block = { name: string; argument: string; lines: string[]; line: number }

const ITEM_MAX_LENGTH = 8000
// Bounded: one line of a file of the programme.
const opening = /^:::\s+(\S+)\s*(.*)$/
const closing = /^:::\s*$/

/**
 * Markdown with blocks: plain text is a TEXT item; `::: name argument` to `:::` is an item of another kind.
 * Reports all problems at once.
 */
export function readStepMarkdown(markdown: string): { items: StepItem[]; problems: StepProblem[] } {
  const problems: StepProblem[] = []
  const items: StepItem[] = []
  for (const block of splitBlocks(markdown, problems)) {
    const read = readBlock(block)
    if (typeof read === 'string') problems.push({ line: block.line, text: read })
    else items.push(read)
  }
  if (items.length === 0 && problems.length === 0) problems.push({ line: 1, text: 'is empty' })
  return { items, problems }
}

function splitBlocks(markdown: string, problems: StepProblem[]): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const [at, content] of markdown.split('\n').entries()) {
    const line = at + 1
    const begins = opening.exec(content)
    const isPlain = !open || open.name === 'text'
    if (begins && isPlain) {
      if (open) blocks.push(open)
      open = { name: begins[1] ?? '', argument: (begins[2] ?? '').trim(), lines: [], line }
    } else if (closing.test(content) && open && !isPlain) {
      blocks.push(open)
      open = null
    } else if (content.startsWith(':::')) {
      problems.push({ line, text: isPlain ? 'this ::: closes nothing' : 'a block cannot be inside another' })
    } else if (open) {
      open.lines.push(content)
    } else if (content.trim() !== '') {
      open = { name: 'text', argument: '', lines: [content], line }
    }
  }
  if (open && open.name !== 'text') problems.push({ line: open.line, text: 'this block is not closed by :::' })
  else if (open) blocks.push(open)
  return blocks
}

const plain = (contentType: ContentType, line: number): StepItem => ({
  contentType,
  text: null,
  image: null,
  url: null,
  quiz: null,
  allowRetake: true,
  line,
})

const readers: Readonly<Record<string, (block: Block, text: string) => StepItem | string>> = {
  text: (block, text) => withText('TEXT', block, text),
  instruction: (block, text) => withText('INSTRUCTION', block, text),
  mentor_tips: (block, text) => withText('MENTOR_TIPS', block, text),
  image: ({ argument, line }, text) => {
    const [, image, decorative] = /^(\S+)(?:\s+(decorative))?$/.exec(argument) ?? []
    if (!image) return 'names no picture'
    if (decorative)
      return text === '' ? { ...plain('IMAGE', line), image } : 'must be empty: a decorative picture is not described'
    return oneLine(text) ?? { ...plain('IMAGE', line), image, text }
  },
  article: (block, text) => withUrl('ARTICLE', block, text),
  hyperlink: (block, text) => withUrl('HYPERLINK', block, text),
  youtube: (block, text) => withTranscript(block, text),
  audio: (block, text) => withRecording('AUDIO', block, text),
  video: (block, text) => withRecording('VIDEO', block, text),
  quiz: ({ argument, line }, text) => {
    const [, quiz, retake] = /^([a-z0-9-]+)(?:\s+(no-retake))?$/.exec(argument) ?? []
    if (!quiz) return 'must name a quiz, and may say no-retake after it'
    if (text !== '') return 'must be empty: its questions are in quizzes/'
    return { ...plain('QUIZ', line), quiz, allowRetake: retake === undefined }
  },
}

function readBlock(block: Block): StepItem | string {
  const text = block.lines.join('\n').trim()
  const reader = Object.hasOwn(readers, block.name) ? readers[block.name] : undefined
  if (!reader) return `"${block.name}" is not a kind of block`
  if (text.length > ITEM_MAX_LENGTH) return `must have at most ${ITEM_MAX_LENGTH} characters`
  return reader(block, text)
}

function withText(contentType: ContentType, { argument, line }: Block, text: string): StepItem | string {
  if (argument) return `"${argument}" is not expected here`
  return text === '' ? 'is empty' : { ...plain(contentType, line), text }
}

function withUrl(contentType: ContentType, { argument, line }: Block, text: string): StepItem | string {
  const url = URL.canParse(argument) ? new URL(argument) : null
  if (!url || !/^https?:$/.test(url.protocol)) return 'must name an address that begins with https://'
  return oneLine(text) ?? { ...plain(contentType, line), url: argument, text }
}

/** A title, and after an empty line what is said in the video. */
function withTranscript(block: Block, text: string): StepItem | string {
  const [title = '', ...rest] = text.split('\n')
  if (rest.length > 0 && rest[0]?.trim() !== '') return 'must have an empty line between the title and what is said'
  const item = withUrl('YOUTUBE', block, title.trim())
  return typeof item === 'string' ? item : { ...item, text }
}

/** What is said must follow: some members cannot hear it, others cannot pay for it. */
function withRecording(contentType: ContentType, { argument, line }: Block, text: string): StepItem | string {
  if (!/^\S+$/.test(argument)) return 'names no recording'
  const { title, transcript } = splitVideoWords(text)
  const isSplit = text.startsWith(`${title}\n\n`)
  if (title.trim() === '' || transcript.trim() === '' || !isSplit)
    return 'must have a title, an empty line, and then what is said in it'
  return { ...plain(contentType, line), image: argument, text }
}

const oneLine = (text: string): string | undefined =>
  text === '' || text.includes('\n') ? 'must hold one line of text' : undefined

/** Writes items back as the file of one language. */
export function writeStepMarkdown(items: readonly Omit<StepItem, 'line'>[]): string {
  const isAfterText = (at: number) => items[at - 1]?.contentType === 'TEXT'
  return `${items.map((item, at) => writeItem(item, isAfterText(at))).join('\n\n')}\n`
}

/** Two texts in a row would be read as one, so the second needs a heading line. */
function writeItem({ contentType, text, image, url, quiz, allowRetake }: Omit<StepItem, 'line'>, isAfterText: boolean): string {
  if (contentType === 'TEXT') return isAfterText ? `::: text\n${text ?? ''}` : (text ?? '')
  const mark = contentType === 'QUIZ' && !allowRetake ? 'no-retake' : contentType === 'IMAGE' && !text ? 'decorative' : null
  const argument = [image, url, quiz, mark].filter(Boolean)
  return [[':::', contentType.toLowerCase(), ...argument].join(' '), ...(text ? [text] : []), ':::'].join('\n')
}
