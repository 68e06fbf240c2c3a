import { getConsole, getStaffTexts } from '@saathi/contract/staff/console-calls'
import type { Waiting } from '@saathi/contract/staff/console-calls'
import * as auditCalls from '@saathi/contract/staff/audit-calls'
import * as people from '@saathi/contract/staff/people-calls'
import type { FastifyInstance } from 'fastify'
import type { Domain } from '#core/domain.ts'
import { serve } from '#core/serve.ts'
import { staffDictionary } from '#core/texts.ts'
import * as audit from './audit/audit.ts'
import { deleteAbout, findNotes, findViews } from './people/notes-store.ts'
import * as notes from './people/notes.ts'
import { changeRole, getPersonFacts, listPeople } from './people/people.ts'
import * as service from './service.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Adds the number of the domain's open tasks that the reader may act on. */
    addWaiting: (ctx: Ctx, waiting: Waiting) => Promise<void>
  }
}

export const staff: Domain = {
  name: 'staff',
  routes: async (app) => {
    serve(app, getStaffTexts, async (_ctx, { query }) => ({ translations: staffDictionary(query.languageCode) }))
    serve(app, getConsole, (ctx) => service.getConsole(ctx))
    peopleRoutes(app)
    auditRoutes(app)
  },
  exportPerson: async ({ db }, { personId }) => ({
    notes: (await findNotes(db, personId)).map(({ text, at }) => ({ text, at })),
    savedViews: (await findViews(db, personId)).map(({ name, query }) => ({ name, query })),
  }),
  erasePerson: ({ db }, personId) => deleteAbout(db, personId),
}

function peopleRoutes(app: FastifyInstance) {
  serve(app, people.listPeople, (ctx, { query }) => listPeople(ctx, query))
  serve(app, people.getPersonFacts, (ctx, { params }) => getPersonFacts(ctx, params.personId))
  serve(app, people.changeRole, async (ctx, { params, body }) => {
    await changeRole(ctx, params.personId, body.role)
    return {}
  })
  serve(app, people.addStaffNote, (ctx, { params, body }) => notes.addNote(ctx, params.personId, body.text))
  serve(app, people.listSavedViews, (ctx) => notes.listViews(ctx))
  serve(app, people.saveView, (ctx, { body }) => notes.saveView(ctx, body))
  serve(app, people.deleteView, async (ctx, { params }) => {
    await notes.deleteView(ctx, params.id)
    return {}
  })
}

function auditRoutes(app: FastifyInstance) {
  serve(app, auditCalls.listActs, (ctx, { query }) => audit.listActs(ctx, query))
  serve(app, auditCalls.exportActs, (ctx, { query }) => audit.exportActs(ctx, query))
  serve(app, auditCalls.checkActs, (ctx) => audit.checkActs(ctx, app.staffActs))
}
