import * as cases from '@saathi/contract/safety/case-calls'
import * as calls from '@saathi/contract/safety/desk-calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import * as closing from './closing.ts'
import * as desk from './desk.ts'
import * as evidence from './evidence.ts'
import { getNumbers, setNumbers } from './numbers.ts'
import { showCase } from './show-case.ts'
import { agreeStep, takeStep, undoStep } from './steps/steps.ts'
import * as work from './work.ts'

export function deskRoutes(app: FastifyInstance) {
  serve(app, calls.listCases, (ctx, { query }) => desk.listCases(ctx, query))
  serve(app, calls.takeNextCase, (ctx) => desk.takeNextCase(ctx))
  serve(app, calls.getCase, (ctx, { params }) => showCase(ctx, params.id))
  serve(app, calls.takeCase, (ctx, { params }) => desk.takeCase(ctx, params.id))
  serve(app, calls.releaseCase, (ctx, { params }) => desk.releaseCase(ctx, params.id))
  serve(app, calls.giveCase, (ctx, { params, body }) => desk.giveCase(ctx, params.id, body.toPersonId))
  serve(
    app,
    calls.openWindow,
    (ctx, { params, body }) => evidence.openWindow(ctx, params, body.reason),
    async (db, { params }) => ({ personIds: await evidence.findLookedAt(db, params.id, params.reportId) }),
  )
  serve(app, calls.askUnlock, (ctx, { params, body }) => evidence.askUnlock(ctx, params.id, body.reason))
  serve(app, calls.agreeUnlock, (ctx, { params }) => evidence.agreeUnlock(ctx, params))
  serve(app, calls.closeUnlock, (ctx, { params }) => evidence.closeUnlock(ctx, params))
  serve(
    app,
    calls.readUnlocked,
    (ctx, { params, query }) => evidence.readUnlocked(ctx, params, query),
    (db, { params }) => evidence.findUnlockedLook(db, params),
  )
  serve(app, calls.getSafetyNumbers, (ctx, { params }) => getNumbers(ctx, params.projectId))
  serve(app, calls.setSafetyNumbers, (ctx, { params, body }) => setNumbers(ctx, params.projectId, body))
}

export function caseRoutes(app: FastifyInstance) {
  serve(app, cases.writeCaseNote, (ctx, { params, body }) => work.writeNote(ctx, params.id, body))
  serve(app, cases.addCasePerson, (ctx, { params, body }) => work.addCasePerson(ctx, params.id, body))
  serve(app, cases.addCaseTask, (ctx, { params, body }) => work.addTask(ctx, params.id, body))
  serve(app, cases.finishCaseTask, (ctx, { params }) => work.finishTask(ctx, params.id, params.taskId))
  serve(app, cases.answerReport, (ctx, { params, body }) => work.answerReport(ctx, params, body))
  serve(app, cases.takeStep, (ctx, { params, body }) => takeStep(ctx, params.id, body))
  serve(app, cases.agreeStep, (ctx, { params }) => agreeStep(ctx, params))
  serve(app, cases.undoStep, (ctx, { params, body }) => undoStep(ctx, params, body.reason))
  serve(app, cases.recordLegal, (ctx, { params, body }) => work.recordLegal(ctx, params.id, body))
  serve(app, cases.delayLooks, (ctx, { params, body }) => work.delayLooks(ctx, params.id, body))
  serve(app, cases.closeCase, (ctx, { params, body }) => closing.closeCase(ctx, params.id, body.decision))
  serve(app, cases.signOffCase, (ctx, { params, body }) => closing.signOff(ctx, params.id, body))
  serve(app, cases.reopenCase, (ctx, { params, body }) => closing.reopenCase(ctx, params.id, body.reason))
}
