import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, LanguageCode, Nothing, Time } from '../core/fields.ts'
import { RetentionKind } from '../core/retention.ts'

const Retention = z.object({
  kind: RetentionKind,
  days: z.int(),
  defaultDays: z.int(),
  least: z.int(),
  most: z.int(),
  /** When its job last ran to its end; null if it has not run yet. */
  lastRunAt: z.nullable(Time),
})
export type Retention = z.infer<typeof Retention>

const OfferedLanguage = z.object({
  code: LanguageCode,
  name: z.string(),
  isOffered: z.boolean(),
  isDefault: z.boolean(),
  /** The number of people who use Saathi in this language. */
  people: z.int(),
})

export const Settings = z.object({
  maintenance: z.object({ underMaintenance: z.boolean(), message: z.string(), until: z.nullable(Time) }),
  mail: z.object({
    /** Null if mails use the sender from the environment variables. */
    sender: z.nullable(z.object({ name: z.string(), address: z.string() })),
    defaultSender: z.string(),
    /** Whether a mail server is configured; never its address or password. */
    hasServer: z.boolean(),
  }),
  languages: z.array(OfferedLanguage).check(z.maxLength(100)),
  retention: z.array(Retention).check(z.maxLength(RetentionKind.options.length)),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = defineCall({
  method: 'GET',
  path: '/api/v2/staff/settings/',
  summary: 'Get the settings of the whole product',
  action: 'staff.settings',
  reply: Settings,
  errors: [],
})

export const setMailSender = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/settings/mail/',
  summary: 'Set the name and address that mails come from; null uses those from the environment variables',
  action: 'staff.settings',
  body: z.object({
    sender: z.nullable(
      z.object({ name: z.string().check(z.trim(), z.maxLength(60), z.regex(/^[^<>"\p{Cc}]*$/u)), address: Email }),
    ),
  }),
  reply: Nothing,
  errors: [],
})

export const sendTestMail = defineCall({
  method: 'POST',
  path: '/api/v2/staff/settings/mail/test/',
  summary: 'Send a test mail to yourself',
  action: 'staff.settings',
  body: Nothing,
  reply: z.object({ address: z.string() }),
  errors: [],
})

export const setLanguageOffered = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/settings/languages/:code/',
  summary: 'Offer a language, or stop offering it; people who already use it keep it',
  action: 'staff.settings',
  params: z.object({ code: LanguageCode }),
  body: z.object({ isOffered: z.boolean() }),
  reply: Nothing,
  errors: ['staff.default_language', 'staff.language_not_found'],
})

export const setRetention = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/settings/retention/:kind/',
  summary: 'Set for how many days a kind of data is stored',
  action: 'staff.settings',
  params: z.object({ kind: RetentionKind }),
  body: z.object({ days: z.int().check(z.minimum(1), z.maximum(36_500)) }),
  reply: Nothing,
  errors: ['staff.retention_out_of_range'],
})
