import { createHash } from 'node:crypto'
import { type DraftKind, type StagePage } from '@saathi/contract/content/drafts'
import type { Db } from '#core/ctx.ts'
import { isLegalName } from '../../format/community.ts'
import { openQuestion } from '../from-published.ts'
import { type KeepTexts, keptTexts } from '../kept-texts.ts'
import type { Part, Translation } from '../texts.ts'
import * as store from './page-store.ts'
import { findSurvey, type PublishedSurvey } from './survey-store.ts'

export type PageKind = Exclude<DraftKind, 'session'>

/** Published content of a kind without versions: everybody sees the latest. */
export type PublishedPage = {
  /** The version of a legal text; 1 for other kinds. */
  version: number
  publishedAt: Date
  isTakenBack: boolean
  /** Changes with the content, to detect that a folder was loaded since the draft was made. */
  fingerprint: number
  projects: string[]
  parts: Part[]
  translations: Translation[]
  survey: PublishedSurvey | null
}

type Opened = Pick<PublishedPage, 'parts'> & Partial<Pick<PublishedPage, 'version' | 'publishedAt' | 'survey' | 'isTakenBack'>>

const LONG_AGO = new Date(0)

export async function openPage(db: Db, kind: PageKind, key: string, now: Date): Promise<PublishedPage | null> {
  const { keep, translationsOf } = keptTexts()
  const opened = await open(db, kind, key, { keep, now })
  if (!opened) return null
  const { parts, version = 1, publishedAt = LONG_AGO, survey = null, isTakenBack = false } = opened
  const translations = translationsOf(parts)
  const hash = createHash('sha256').update(JSON.stringify({ parts, translations })).digest('hex')
  const fingerprint = Number.parseInt(hash.slice(0, 7), 16)
  return { version, publishedAt, isTakenBack, fingerprint, projects: survey?.projects ?? [], parts, translations, survey }
}

type Opening = { keep: KeepTexts; now: Date }

async function open(db: Db, kind: PageKind, key: string, { keep, now }: Opening): Promise<Opened | null> {
  switch (kind) {
    case 'post': {
      const post = await store.findPost(db, key)
      return post && { publishedAt: post.publishedAt, parts: [postPart(post, keep)] }
    }
    case 'faq': {
      const topics = key === 'faq' ? await store.findTopics(db) : []
      return topics.length === 0 ? null : { parts: [faqPart(topics, keep)] }
    }
    case 'card': {
      const cards = store.isCardKey(key) ? await store.findCards(db, key) : []
      if (cards.length === 0) return null
      const shown = cards.map(({ image, link, text }, at) => {
        const id = `c${at + 1}`
        return { id, image, link, text: keep('card', `cards.${id}.text`, text) }
      })
      return { parts: [{ name: 'card', body: { kind: 'card', cards: shown } }] }
    }
    case 'legal': {
      const legal = await store.findLegal(db, key)
      if (!legal) return null
      const [title, content] = [keep('legal', 'title', legal.title), keep('legal', 'content', legal.content)]
      const parts: Part[] = [{ name: 'legal', body: { kind: 'legal', title, content } }]
      return { version: legal.version, publishedAt: legal.updated_at, parts }
    }
    case 'survey': {
      const survey = await findSurvey(db, key)
      if (!survey) return null
      const isTakenBack = survey.closes_at !== null && survey.closes_at <= now
      return { survey, publishedAt: survey.published_at, isTakenBack, parts: surveyParts(survey, keep) }
    }
  }
}

function postPart(post: NonNullable<Awaited<ReturnType<typeof store.findPost>>>, keep: KeepTexts): Part {
  const { content, event, thumbnail, link, tags } = post
  return {
    name: 'post',
    body: {
      kind: 'post',
      event: event === 'quote' ? 'quote' : 'post',
      title: keep('post', 'title', content.title),
      description: keep('post', 'description', content.description),
      curatedNote: keep('post', 'curatedNote', content.curatedNote),
      text: keep('post', 'text', content.text),
      author: keep('post', 'author', content.author),
      thumbnail,
      link,
      tags,
    },
  }
}

function faqPart(topics: Awaited<ReturnType<typeof store.findTopics>>, keep: KeepTexts): Part {
  const opened = topics.map(({ title, items }, at) => {
    const id = `t${at + 1}`
    return {
      id,
      title: keep('faq', `topics.${id}.title`, title),
      items: items.map(({ question, answer }, place) => {
        const item = `q${place + 1}`
        const path = `topics.${id}.items.${item}`
        return { id: item, question: keep('faq', `${path}.question`, question), answer: keep('faq', `${path}.answer`, answer) }
      }),
    }
  })
  return { name: 'faq', body: { kind: 'faq', topics: opened } }
}

function surveyParts({ content, stages, ...survey }: PublishedSurvey, keep: KeepTexts): Part[] {
  const { minutes, icon_hash, background_hash, audience, projects, afterKey, after_days, closes_in_days } = survey
  const about: Part = {
    name: 'survey',
    body: {
      kind: 'survey',
      name: keep('survey', 'name', content.name),
      shortDescription: keep('survey', 'shortDescription', content.shortDescription),
      minutes,
      icon: icon_hash,
      background: background_hash,
      audience: audience === 'mentees' || audience === 'mentors' ? audience : 'everyone',
      projects,
      after: afterKey === null ? null : { survey: afterKey, days: after_days },
      closesInDays: closes_in_days,
      stages: stages.map(({ key, content: stage }) => ({
        key,
        name: keep('survey', `stages.${key}.name`, stage.name),
        description: keep('survey', `stages.${key}.description`, stage.description),
      })),
    },
  }
  return [about, ...stages.map((stage) => stagePart(stage, keep))]
}

function stagePart({ key, content }: PublishedSurvey['stages'][number], keep: KeepTexts): Part {
  const part = `stage:${key}`
  const pages = content.pages.map((page, at): StagePage => {
    const id = `p${at + 1}`
    return {
      id,
      title: keep(part, `pages.${id}.title`, page.title),
      description: keep(part, `pages.${id}.description`, page.description),
      questions: page.questions.map((question) => ({
        ...openQuestion(part, question, keep),
        criterion: question.criterion,
        readiness: question.readiness,
        tags: Object.fromEntries(question.answerOptions.flatMap(({ key: option, tag }) => (tag === null ? [] : [[option, tag]]))),
      })),
    }
  })
  return { name: part, body: { kind: 'stage', pages } }
}

/** Kinds that always exist, even while they are empty. */
export function emptyPage(kind: PageKind, key: string): Part[] | null {
  if (kind === 'faq' && key === 'faq') return [{ name: 'faq', body: { kind: 'faq', topics: [] } }]
  if (kind === 'card' && store.isCardKey(key)) return [{ name: 'card', body: { kind: 'card', cards: [] } }]
  if (kind === 'legal' && isLegalName(key)) return [{ name: 'legal', body: { kind: 'legal', title: '', content: '' } }]
  return null
}
