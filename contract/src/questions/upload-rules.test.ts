import { describe, expect, test } from 'vitest'
import core from '../../texts/en/core.json' with { type: 'json' }
import english from '../../texts/en/questions.json' with { type: 'json' }
import { QuestionType } from './entities.ts'
import { ANSWER_FILE_MAX_BYTES, checkFile, LARGEST_ANSWER_BYTES, type UploadProblem, uploadRuleOf } from './upload-rules.ts'

const MB = 1024 * 1024
const texts: Record<UploadProblem, string> = { ...core, ...english }

function ruleOf(type: QuestionType) {
  const rule = uploadRuleOf(type)
  if (!rule) throw new Error(`${type} takes no file`)
  return rule
}

const sizes: Record<string, number> = { ImageResponse: 4 * MB, SingleImageUpload: 2 * MB, Document: 4 * MB }
const photo = { name: 'me.jpg', type: 'image/jpeg', size: 1000 }
const paper = { name: 'marks.pdf', type: 'application/pdf', size: 1000 }
const goodFor = (type: QuestionType) => (type === 'Document' ? paper : photo)
const uploads: QuestionType[] = ['ImageResponse', 'SingleImageUpload', 'Document']
const pictures: QuestionType[] = ['ImageResponse', 'SingleImageUpload']

test('[QST-06] only three question types accept a file', () => {
  expect(QuestionType.options.filter((type) => uploadRuleOf(type))).toEqual(uploads)
  expect(uploadRuleOf(undefined)).toBeUndefined()
})

describe.each(uploads)('a file for %s', (type) => {
  const rule = ruleOf(type)
  const good = goodFor(type)
  const most = sizes[type] ?? 0

  test('[QST-06] may be exactly as large as its limit', () => {
    expect(checkFile(rule, { ...good, size: most })).toBeUndefined()
    expect(checkFile(rule, { ...good, size: most + 1 })).toBe(rule.tooLarge)
    expect(checkFile(rule, { ...good, size: 1 })).toBeUndefined()
  })

  test('[QST-06] reports the wrong type before the size', () => {
    expect(checkFile(rule, { name: 'film.mp4', type: 'video/mp4', size: most + 1 })).toBe(rule.wrongType)
  })

  test('[QST-06] is rejected if empty', () => {
    expect(checkFile(rule, { ...good, size: 0 })).toBe(rule.wrongType)
  })

  test('[QST-06] may have no declared type', () => {
    for (const none of ['', 'application/octet-stream']) {
      expect(checkFile(rule, { ...good, type: none })).toBeUndefined()
      expect(checkFile(rule, { name: 'notes.txt', type: none, size: 10 })).toBe(rule.wrongType)
    }
  })

  test('[QST-06] must have a matching name and type', () => {
    expect(checkFile(rule, { ...good, type: 'text/html' })).toBe(rule.wrongType)
    expect(checkFile(rule, { ...good, name: 'page.html' })).toBe(rule.wrongType)
    expect(checkFile(rule, { ...good, name: `${good.name}.exe` })).toBe(rule.wrongType)
    expect(checkFile(rule, { ...good, name: good.name.replace('.', '') })).toBe(rule.wrongType)
    expect(checkFile(rule, { ...good, name: good.name.replace(/.*\./, '') })).toBe(rule.wrongType)
  })

  test("[QST-06] fits the form's limit", () => {
    expect(rule.maxBytes).toBeLessThanOrEqual(LARGEST_ANSWER_BYTES)
    expect(LARGEST_ANSWER_BYTES).toBeLessThan(ANSWER_FILE_MAX_BYTES)
  })
})

describe.each(pictures)('a picture for %s', (type) => {
  const rule = ruleOf(type)

  test.each([
    ['me.jpg', 'image/jpeg'],
    ['me.JPG', 'image/jpeg'],
    ['me.jpeg', 'image/jpeg'],
    ['me.jpg', 'image/jpg'],
    ['my.best.day.png', 'image/png'],
  ])('[QST-06] may be jpg, jpeg or png: %s as %s', (name, declared) => {
    expect(checkFile(rule, { name, type: declared, size: 1000 })).toBeUndefined()
  })

  test.each([
    ['me.gif', 'image/gif'],
    ['me.webp', 'image/webp'],
    ['me.svg', 'image/svg+xml'],
    ['me.heic', 'image/heic'],
    ['me.pdf', 'application/pdf'],
  ])('[QST-06] may not be anything else: %s as %s is rejected', (name, declared) => {
    expect(checkFile(rule, { name, type: declared, size: 1000 })).toBe(rule.wrongType)
  })
})

test.each([
  ['marks.pdf', 'image/jpg'],
  ['marks.pdf', 'image/jpeg'],
  ['marks.pdf', 'application/msword'],
  ['marks.doc', 'application/msword'],
  ['me.jpg', 'image/jpeg'],
])('[QST-06] a document must be a PDF: %s as %s is rejected', (name, type) => {
  expect(checkFile(ruleOf('Document'), { name, type, size: 1000 })).toBe('questions.onlyPdfSmallerThan4MB')
})

describe('the upload messages', () => {
  test('[QST-06] for a 4 MB picture differ for type and size', () => {
    const { wrongType, tooLarge } = ruleOf('ImageResponse')
    expect(texts[wrongType]).toBe('Sorry, only JPG, JPEG, PNG files are allowed.')
    expect(texts[tooLarge]).toBe('Sorry, only files smaller than 4 MB are allowed.')
  })

  test("[QST-06] for a 2 MB picture use the dictionary's keys", () => {
    expect(ruleOf('SingleImageUpload')).toMatchObject({ wrongType: 'invalidImageFile', tooLarge: 'imageMaxSize2MB' })
    expect(texts.invalidImageFile).toMatch(/\S/)
    expect(texts.imageMaxSize2MB).toMatch(/2 MB/)
  })

  test('[QST-06] for a document are the same for type and size', () => {
    const { wrongType, tooLarge } = ruleOf('Document')
    expect([wrongType, tooLarge].map((problem) => texts[problem])).toEqual([
      'Sorry, only PDF files smaller than 4 MB are allowed.',
      'Sorry, only PDF files smaller than 4 MB are allowed.',
    ])
  })
})
