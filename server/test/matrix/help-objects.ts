import { buildCase, switchHelpOn } from '../help-cases.ts'
import type { Build } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

/** Whoever closes it says what was read: all there is. */
const named = (id: number) => ({ params: { id }, body: { upTo: 2_000_000_000 } })

/** Staff read and answer everybody's, their own included. */
const anyCase: ObjectRow = {
  own: async (server) => named(await buildCase(server)),
  also: {
    'one that is closed': async (server) => named(await buildCase(server, { isClosed: true })),
    'one’s own': async (server, personId) => named(await buildCase(server, { personId })),
    'one of somebody disabled': async (server) =>
      named(await buildCase(server, { personId: await server.buildPerson({ disabled: true }) })),
  },
  foreign: {},
  absent: () => named(2_000_000_000),
}

const aMark = { nobodysObject: 'a mark in one’s own conversation, wherever it stands' }

export const helpRows: ObjectRows = {
  'GET /api/v2/help-center/messages/': aMark,
  'POST /api/v2/help-center/messages/': { nobodysObject: 'a name that the writer gives to a message of one’s own' },
  'POST /api/v2/help-center/read/': aMark,
  'GET /api/v2/staff/help/:id/': anyCase,
  'POST /api/v2/staff/help/:id/messages/': anyCase,
  'POST /api/v2/staff/help/:id/close/': anyCase,
}

const switchedOn: Build = async (server, personId) => {
  await switchHelpOn(server, personId)
  return {}
}

export const helpSamples: Readonly<Record<string, Build>> = {
  'GET /api/v2/help-center/': switchedOn,
  'GET /api/v2/help-center/messages/': switchedOn,
  'POST /api/v2/help-center/messages/': switchedOn,
  'POST /api/v2/help-center/read/': switchedOn,
}
