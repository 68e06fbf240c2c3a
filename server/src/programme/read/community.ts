import {
  CardsFile,
  FaqFile,
  HelplinesFile,
  isLegalName,
  LEGAL_MAX_LENGTH,
  legalFiles,
  type LegalName,
  FeedFile,
} from '../format/community.ts'
import { TITLE_MAX_LENGTH } from '../format/programme.ts'
import { ScreensFile } from '../format/mentorship.ts'
import type { Document } from '../problems.ts'
import { matching, type ReadableFolder, readOptional, readTexts } from './readable-folder.ts'
import { SurveyFile } from '../format/questionnaire.ts'

/** A legal text in one language, split into title and content. */
type LegalText = { title: string; content: string }
/** By name and language; the base language has an empty key. */
export type LegalTexts = ReadonlyMap<LegalName, ReadonlyMap<string, LegalText>>

/** In the order of their file numbers. */
export async function readSurveys(folder: ReadableFolder): Promise<Document<SurveyFile>[]> {
  const surveys: Document<SurveyFile>[] = []
  for (const [file] of matching(folder, 'surveys/', /^\d{2,3}-[a-z0-9]+(-[a-z0-9]+)*\.json$/)) {
    const document = await folder.readDocument(file, SurveyFile)
    if (document) surveys.push(document)
  }
  return surveys
}

/** Content for everybody; null for parts that the folder does not contain. */
export async function readCommunity(folder: ReadableFolder) {
  return {
    legal: await readLegal(folder),
    faq: await readOptional(folder, 'community/faq.json', FaqFile),
    helplines: await readOptional(folder, 'community/helplines.json', HelplinesFile),
    cards: await readOptional(folder, 'cards.json', CardsFile),
    feed: await readOptional(folder, 'feed.json', FeedFile),
    screens: await readOptional(folder, 'screens.json', ScreensFile),
  }
}

async function readLegal(folder: ReadableFolder): Promise<LegalTexts> {
  const legal = new Map<LegalName, ReadonlyMap<string, LegalText>>()
  for (const name of Object.keys(legalFiles).filter(isLegalName)) {
    const base = `community/${name}`
    const texts = await readTexts(folder, base, { maxLength: LEGAL_MAX_LENGTH })
    const split = [...texts].map(([code, text]) => {
      // Bounded: a file of the programme, of limited length.
      const [, title = '', content = ''] = /^# (.+)\n\s*([^]+)$/.exec(text) ?? []
      const file = `${base}${code === '' ? '' : `.${code}`}.md`
      if (text !== '' && title === '')
        folder.report({ file, line: 1, text: 'must begin with a line like "# Title" and a text below' })
      if (title.length > TITLE_MAX_LENGTH)
        folder.report({ file, line: 1, text: `the title must have at most ${TITLE_MAX_LENGTH} characters` })
      return [code, { title: title.trim(), content }] as const
    })
    if (split.length > 0) legal.set(name, new Map(split))
  }
  return legal
}
