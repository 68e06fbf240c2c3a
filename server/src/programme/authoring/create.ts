import { randomBytes } from 'node:crypto'
import type { Ctx } from '#core/ctx.ts'
import { badInput, forbidden } from '#core/errors.ts'
import { reachOf } from './access.ts'
import * as draftStore from './draft-store.ts'
import { findKey } from './list-store.ts'
import { findProjectKey } from './surroundings-store.ts'
import type { Part } from './texts.ts'

/** Kinds that can be created. The FAQ, cards and legal texts always exist. */
type CreatableKind = 'session' | 'survey' | 'post'

const FIRST_MINUTES = 5

/** 'Say hello, set your rhythm' → 'say-hello-set-your-rhythm'. Empty if the title has no Latin letters. */
function asKey(title: string, kind: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [kind]
  return words.join('-').slice(0, 40).replace(/-$/, '')
}

type NewContent = { kind: CreatableKind; title: string; projectId: number | null }

export async function createContent(ctx: Ctx, { kind, title, projectId }: NewContent): Promise<{ key: string }> {
  const project = projectId === null ? null : await findProjectKey(ctx.db, projectId)
  if (project === undefined || !reachOf(ctx.actor, projectId === null ? [] : [projectId]).mayWrite)
    throw forbidden('content.not_yours')
  // Posts are for everybody.
  if (kind === 'post' && projectId !== null) throw badInput('content.bad_part')
  const key = await findFreeKey(ctx, kind, asKey(title, kind))
  const change = { by: ctx.actor.personId, at: ctx.now() }
  const draftId = await draftStore.insertDraft(ctx.db, { kind, key, baseVersion: 0, published: null }, change)
  const parts = newParts[kind](title.trim(), project ? [project.key] : [])
  await draftStore.saveParts(ctx.db, { draftId, parts, draftRevision: 1, ...change })
  await draftStore.updateDraft(ctx.db, draftId, { revision: 1 })
  return { key }
}

const newParts: Readonly<Record<CreatableKind, (title: string, projects: string[]) => Part[]>> = {
  session: (title, projects) => [
    {
      name: 'session',
      body: {
        kind: 'session',
        title,
        overview: '',
        tags: [],
        color: '#FA86A3',
        cover: null,
        isLearningHub: true,
        first: null,
        projects,
        steps: [{ key: 'step-1', title: '', durationMinutes: FIRST_MINUTES }],
      },
    },
    { name: 'step:step-1', body: { kind: 'step', blocks: [] } },
  ],
  survey: (name, projects) => [
    {
      name: 'survey',
      body: {
        kind: 'survey',
        name,
        shortDescription: '',
        minutes: FIRST_MINUTES,
        icon: null,
        background: null,
        audience: 'everyone',
        projects,
        after: null,
        closesInDays: null,
        stages: [{ key: 'stage-1', name: '', description: '' }],
      },
    },
    { name: 'stage:stage-1', body: { kind: 'stage', pages: [{ id: 'p1', title: '', description: '', questions: [] }] } },
  ],
  post: (title) => [{ name: 'post', body: { ...EMPTY_POST, title } }],
}

const EMPTY_POST = {
  kind: 'post' as const,
  event: 'post' as const,
  title: '',
  description: '',
  curatedNote: '',
  text: '',
  author: '',
  thumbnail: null,
  link: null,
  tags: [],
}

const MAX_TRIES = 50

async function findFreeKey(ctx: Ctx, kind: CreatableKind, preferredKey: string): Promise<string> {
  await draftStore.lockDraft(ctx.db, kind, '')
  for (let number = 1; number <= MAX_TRIES; number += 1) {
    const key = number === 1 ? preferredKey : `${preferredKey}-${number}`
    if (!(await findKey(ctx.db, kind, key)) && !(await draftStore.findDraft(ctx.db, kind, key))) return key
  }
  // Too many items have this title to count further.
  return `${preferredKey}-${randomBytes(4).toString('hex')}`
}
