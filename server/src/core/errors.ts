import { type CoreCode, coreCodes, type ErrorReply } from '@saathi/contract/core/errors'
import type { MessageValues } from '@saathi/contract/core/message'
import { isForbiddenKey } from '@saathi/contract/core/wire'
import type { RefusalCode, RefusalKey, TextKey } from '@saathi/contract/texts'
import { findText } from './texts.ts'

type Status = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 415 | 422 | 429 | 503

/** A text of the dictionary. It is translated when the refusal is sent, because only then the reader's language is known. */
export type Phrase = { key: RefusalKey | TextKey; values?: MessageValues | undefined }

export type RefusalDetails = {
  /** For a code with several texts; the others use `refusal.<code>`. */
  text?: RefusalKey | TextKey
  values?: MessageValues
  /** Strings are sent unchanged: problem codes and ids that the web reads, or hints for developers. */
  errors?: Record<string, (string | Phrase)[]>
  nonFieldErrors?: (string | Phrase)[]
  retryAfterSeconds?: number
}

export const phraseFor = (code: RefusalCode, values?: MessageValues): Phrase => ({ key: `refusal.${code}`, values })

/** A refusal the caller may see. Anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly status: Status
  readonly code: RefusalCode
  readonly phrase: Phrase
  readonly details: Omit<RefusalDetails, 'text' | 'values'>
  constructor(status: Status, code: RefusalCode, { text, values, ...details }: RefusalDetails = {}) {
    const phrase = text ? { key: text, values } : phraseFor(code, values)
    // For logs and commands, which are in English.
    super(findText('en')(phrase.key, values))
    this.status = status
    this.code = code
    this.phrase = phrase
    this.details = details
  }
}

export function translateRefusal({ code, phrase, details }: Refusal, language: string): ErrorReply {
  const t = findText(language)
  const translate = (text: string | Phrase) => (typeof text === 'string' ? text : t(text.key, text.values))
  const { errors, nonFieldErrors, retryAfterSeconds } = details
  return {
    code,
    message: translate(phrase),
    ...(errors && {
      errors: Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.map(translate)])),
    }),
    ...(nonFieldErrors && { nonFieldErrors: nonFieldErrors.map(translate) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

export const badInput = (code: RefusalCode, details?: RefusalDetails) => new Refusal(400, code, details)
export const unauthorised = (code: RefusalCode, details?: RefusalDetails) => new Refusal(401, code, details)
export const forbidden = (code: RefusalCode, details?: RefusalDetails) => new Refusal(403, code, details)
export const notFound = (code: RefusalCode, details?: RefusalDetails) => new Refusal(404, code, details)
export const conflict = (code: RefusalCode, details?: RefusalDetails) => new Refusal(409, code, details)
export const tooMany = (code: RefusalCode, retryAfterSeconds: number, details?: RefusalDetails) =>
  new Refusal(429, code, { ...details, retryAfterSeconds })

type RefusableCode = Exclude<CoreCode, 'core.broken'>

/** Refusals that any call may answer with; they need no declaration. */
export function coreRefusal(code: RefusableCode, details?: RefusalDetails): Refusal {
  return new Refusal(coreCodes[code], code, details)
}

type ProblemOf<Key> = Key extends `refusal.field.${infer Problem}` ? Problem : never
export type FieldProblem = ProblemOf<RefusalKey>

export const fieldPhrase = (problem: FieldProblem): Phrase => ({ key: `refusal.field.${problem}` })

export const badField = (field: string, problem: FieldProblem): Refusal => refuseField(field, fieldPhrase(problem))

const MAX_FIELD_NAME = 100

/** The name may come from the request: unsafe names are left out, and long names are cut. */
export function refuseField(field: string, text: string | Phrase): Refusal {
  if (field === '' || isForbiddenKey(field)) return coreRefusal('core.bad_input')
  return coreRefusal('core.bad_input', { errors: Object.fromEntries([[field.slice(0, MAX_FIELD_NAME), [text]]]) })
}
