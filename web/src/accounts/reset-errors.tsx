import { Link } from '@tanstack/react-router'
import { ApiError, isUnreachable } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import type { Account, Asked } from './code-queries.ts'
import { serverWords } from './code-words.ts'
import { CodeRefused } from './code-refused.tsx'
import { FailureNote } from './failure-note.tsx'
import { SendTrouble } from './send-trouble.tsx'
import css from './way-in-frame.module.css'

type BeginTroubleProps = {
  email: string
  error: Error | null
  answer: { account: Account; asked: Asked | null } | undefined
}

export function BeginTrouble({ email, error, answer }: BeginTroubleProps) {
  const t = useText()
  if (answer?.account.kind === 'google') {
    return (
      <FailureNote text={t('signIn.useGoogle')}>
        <Link to="/signin" className={css.link}>
          {t('wayIn.backToSignIn')}
        </Link>
      </FailureNote>
    )
  }
  if (answer?.account.kind === 'none') return <FailureNote text={t('reset.noAccount')} />
  if (answer?.account.kind === 'unsure') {
    return <FailureNote text={t('reset.noAccount')}>{t(errorTextKey(answer.account.error))}</FailureNote>
  }
  return <SendTrouble purpose="reset" email={email} error={error} asked={answer?.asked} />
}

const codeIsOver = new Set(['accounts.wrong_code', 'accounts.code_over', 'accounts.too_many_tries'])
const passwordIsRefused = new Set(['accounts.weak_password', 'accounts.common_password', 'accounts.passwords_differ'])

/** Told in place and quietly: what was typed stays, and the button serves again. */
export function ChooseTrouble({ error, onNewCode }: { error: Error; onNewCode: () => void }) {
  const t = useText()
  const code = error instanceof ApiError ? error.code : ''
  if (codeIsOver.has(code)) return <CodeRefused text={serverWords(error) || t('reset.failed')} onNewCode={onNewCode} />
  const own = passwordIsRefused.has(code) ? serverWords(error) : ''
  return <FailureNote text={own || t('reset.failed')} error={isUnreachable(error) ? error : undefined} live="status" />
}
