import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync, type Zippable } from 'fflate'
import { describe, expect, test } from 'vitest'
import { buildFolder, emptyFolder, quizFile } from '../../../test/programme-folder.ts'
import { communityFiles, laterSurvey, surveyFile } from '../../../test/programme-community.ts'
import { zipOf } from '../../../test/zip.ts'
import { ProgrammeProblems } from '../programme.ts'
import { readSource } from './programme.ts'
import { openFolder } from './source.ts'
import { openZip } from './zip.ts'

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome === null) return []
  if (!(outcome instanceof ProgrammeProblems)) throw outcome
  return outcome.problems.map(({ file, line, text }) => `${file}${line === undefined ? '' : `:${line}`}: ${text}`)
}
const inZip = (zip: Uint8Array) => problemsOf(openZip(zip).then((source) => readSource(source, { mayHavePeople: false })))
const pack = (files: Zippable) => zipSync(files)
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

async function folderAsZip(changes: Record<string, string | Buffer | object | null> = {}): Promise<Uint8Array> {
  const source = await openFolder(buildFolder({ 'accounts.json': null, 'media/portrait-asha.svg': null, ...changes }))
  const files = await Promise.all(source.files.map(async (file) => [file, new Uint8Array(await source.readBytes(file))] as const))
  return pack(Object.fromEntries(files))
}

const png = (width: number, height: number) => {
  const header = Buffer.alloc(64)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

test('reads a folder that was packed, with or without its own name above it', async () => {
  const zip = await folderAsZip()
  expect(await inZip(zip)).toEqual([])
  const { files } = await openZip(zip)
  const wrapped = pack(Object.fromEntries([...files].map((file) => [`my programme/${file}`, bytes('{}')])))
  expect((await openZip(wrapped)).files).toEqual(files)
})

describe('[AUT-09] names in an archive', () => {
  test.each([
    ['a way out', '../../etc/passwd', 'must not lead out of the folder'],
    ['a way out in the middle', 'media/../../x.svg', 'must not lead out of the folder'],
    ['a way out on Windows', '..\\x.svg', 'must not lead out of the folder'],
    ['an absolute name', '/etc/passwd', 'must not have an absolute name'],
    ['a drive', 'C:/x.svg', 'must not have an absolute name'],
    ['a backslash', 'media\\x.svg', 'has a sign in its name that is not allowed'],
    ['a long name', `media/${'x'.repeat(300)}.svg`, 'has a name that is too long'],
  ])('%s is refused', async (_what, name, text) => {
    expect(await inZip(zipOf({ [name]: 'x' }))).toEqual([`${name.slice(0, 200)}: ${text}`])
  })

  test('names that would be the same file on another system are refused: case, and composed or decomposed letters', async () => {
    expect(await inZip(zipOf({ 'media/A.svg': 'x', 'media/a.svg': 'y' }))).toEqual([
      'media/a.svg: has the same name as media/A.svg',
    ])
    const [composed, decomposed] = ['caf\u00e9.md', 'cafe\u0301.md']
    expect(await inZip(zipOf({ [composed]: 'x', [decomposed]: 'y' }))).toEqual([
      `${decomposed}: has the same name as ${composed}`,
    ])
  })

  test('10,000 files are refused before their names are read', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`media/${at}.svg`, new Uint8Array()]))
    expect(await inZip(pack(many))).toEqual([': has 10000 files, of which at most 6000 can be read'])
  })
})

describe('[AUT-09] the content of an archive', () => {
  test('a file that unpacks to far more than its packed size is refused', async () => {
    const zeros = new Uint8Array(1_500_000)
    expect(await inZip(pack({ 'programme.json': zeros }))).toEqual(['programme.json: unpacks to more than is allowed'])
    expect(await inZip(pack({ 'programme.json': new Uint8Array(30_000_000) }))).toEqual([
      'programme.json: must not be larger than 4 MB',
    ])
  })

  test('an archive that lies about sizes is refused while it is unpacked', async () => {
    const zip = Buffer.from(pack({ 'programme.json': new Uint8Array(30_000_000) }))
    const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    zip.writeUInt32LE(10, directory + 24)
    expect(await inZip(zip)).toEqual(['programme.json: unpacks to more than is allowed'])
  })

  test('files that are too large together are refused', async () => {
    const part = Buffer.alloc(1_900_000)
    for (let at = 0; at < part.length; at += 4) part.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at)
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`media/a${at}.png`, [new Uint8Array(part), { level: 0 }]]),
    )
    const [problem] = await inZip(pack(many as Zippable))
    expect(problem).toMatch(/^media\/a\d+\.png: unpacks to more than is allowed$/)
  })

  test('links are refused', async () => {
    const zip = pack({ 'media/a.svg': [bytes('/etc/passwd'), { os: 3, attrs: (0xa1ff << 16) >>> 0 }] })
    expect(await inZip(zip)).toEqual(['media/a.svg: must be an ordinary file'])
    const dir = emptyFolder()
    mkdirSync(join(dir, 'media'))
    writeFileSync(join(dir, 'programme.json'), '{}')
    symlinkSync('/etc/passwd', join(dir, 'media/a.svg'))
    expect(await problemsOf(openFolder(dir))).toEqual(['media/a.svg: must be an ordinary file'])
  })

  test('an archive in an archive, other files and damaged bytes are named', async () => {
    expect(await inZip(await folderAsZip({ 'media/more.zip': Buffer.from(pack({ a: bytes('b') })) }))).toContain(
      'media/more.zip: must be named with lower-case letters, digits and hyphens, and end in .svg, .png, .jpg, .webp, .mp3, .m4a, .weba, .mp4 or .webm',
    )
    expect(await inZip(await folderAsZip({ 'run.exe': 'MZ' }))).toEqual(['run.exe: is not part of the format'])
    const damaged = Buffer.from(zipOf({ 'programme.json': '{"name": 1}' }))
    damaged[damaged.indexOf('name')] = 0x4e
    expect(await inZip(damaged)).toEqual(['programme.json: is damaged'])
    for (const wrong of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(100), damaged.subarray(0, damaged.length - 30)])
      expect(await inZip(wrong)).toEqual([': is not a zip archive, or is damaged'])
  })

  test('people are not part of an import', async () => {
    expect(await inZip(await folderAsZip({ 'accounts.json': { password: 'Saathi@2026', accounts: [] } }))).toEqual([
      'accounts.json: has people, who cannot be imported with a programme',
    ])
  })
})

describe('[AUT-09] mistakes in a programme', () => {
  test.each<[string, Record<string, string | Buffer | object>, string]>([
    [
      'a drawing with a script',
      { 'media/cover-pot.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' },
      'media/cover-pot.svg: must be a plain drawing',
    ],
    ['40 megapixels', { 'media/big.png': png(8000, 5000) }, 'media/big.png: must not have more than 8 megapixels'],
    ['another kind of file', { 'media/big.png': 'GIF89a' }, 'media/big.png: is not a valid .png file'],
    [
      'a quiz without a right answer',
      {
        'sessions/01-first-salary/quizzes/read-the-slip.json': {
          questions: quizFile.questions.map(({ answerOptions, ...question }) => ({
            ...question,
            ...(answerOptions && { answerOptions: answerOptions.map(({ key, label }) => ({ key, label })) }),
          })),
        },
      },
      'sessions/01-first-salary/quizzes/read-the-slip.json:11: no question has a right option',
    ],
    [
      'a key used twice',
      { ...communityFiles(), 'surveys/03-again.json': surveyFile },
      'surveys/03-again.json:2: "about-you" is already the key of surveys/01-about-you.json',
    ],
    [
      'surveys that wait for each other',
      {
        ...communityFiles(),
        'surveys/01-about-you.json': { ...surveyFile, after: { survey: 'half-way', days: 1 } },
        'surveys/02-half-way.json': laterSurvey,
      },
      'surveys/01-about-you.json',
    ],
  ])('%s is named with its place', async (_what, changes, expected) => {
    const zip = await folderAsZip({ ...changes, 'accounts.json': null, 'media/portrait-asha.svg': null })
    expect((await inZip(zip)).filter((line) => line.startsWith(expected))).not.toEqual([])
  })
})
