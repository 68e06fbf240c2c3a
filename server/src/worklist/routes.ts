import * as calls from '@saathi/contract/worklist/calls'
import * as contacts from '@saathi/contract/worklist/contact-calls'
import * as notes from '@saathi/contract/worklist/note-calls'
import * as nudges from '@saathi/contract/worklist/nudge-calls'
import * as rules from '@saathi/contract/worklist/rule-calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import { findPairPeople } from '#mentorship/public.ts'
import { listWithoutContact, noteContact, planContacts } from './contacts.ts'
import { handOver } from './hand-over.ts'
import { assignWork, setWorkPresence, snoozeWork } from './items.ts'
import { listColleagues, listWork } from './list.ts'
import { findNudgePerson, listNudges, takeOutNudge } from './nudges/list.ts'
import { listNudgePlans, previewNudgePlan, setNudgePlan } from './nudges/plans.ts'
import { addPairNote } from './pair-notes.ts'
import { listWorkRules, previewWorkRule, setWorkRule } from './settings.ts'

export async function worklistRoutes(app: FastifyInstance): Promise<void> {
  serve(app, calls.listWork, (ctx, { query }) => listWork(ctx, query))
  serve(app, calls.listColleagues, (ctx) => listColleagues(ctx))
  serve(app, calls.assignWork, (ctx, { params, body }) => assignWork(ctx, params.id, body.personId))
  serve(app, calls.snoozeWork, (ctx, { params, body }) => snoozeWork(ctx, params.id, body))
  serve(app, calls.setWorkPresence, (ctx, { params, body }) => setWorkPresence(ctx, params.id, body.isOpen))
  serve(app, calls.handOver, (ctx, { body }) => handOver(ctx, body))
  serve(
    app,
    contacts.noteContact,
    (ctx, { body }) => noteContact(ctx, body),
    async (_db, { body }) => body.personId,
  )
  serve(app, contacts.listWithoutContact, (ctx) => listWithoutContact(ctx))
  serve(app, contacts.planContacts, (ctx, { body }) => planContacts(ctx, body))
  serve(
    app,
    notes.addPairNote,
    (ctx, { params, body }) => addPairNote(ctx, params.id, body.text),
    (db, { params }) => findPairPeople(db, params.id),
  )
  serve(app, rules.listWorkRules, (ctx, { params }) => listWorkRules(ctx, params.programmeId))
  serve(app, rules.previewWorkRule, (ctx, { params, query }) => previewWorkRule(ctx, params, query.limit))
  serve(app, rules.setWorkRule, (ctx, { params, body }) => setWorkRule(ctx, params, body))
  nudgeRoutes(app)
}

function nudgeRoutes(app: FastifyInstance): void {
  serve(app, nudges.listNudgePlans, (ctx, { params }) => listNudgePlans(ctx, params.programmeId))
  serve(app, nudges.previewNudgePlan, (ctx, { params, query: { againDays = null, ...timing } }) =>
    previewNudgePlan(ctx, params, { ...timing, againDays }),
  )
  serve(app, nudges.setNudgePlan, (ctx, { params, body }) => setNudgePlan(ctx, params, body))
  serve(app, nudges.listNudges, (ctx, { query }) => listNudges(ctx, query))
  serve(
    app,
    nudges.takeOutNudge,
    (ctx, { params, body }) => takeOutNudge(ctx, params.id, body),
    (db, { params }) => findNudgePerson(db, params.id),
  )
}
