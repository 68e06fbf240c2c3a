import type { TextKey } from '@saathi/contract/texts'
import { Link } from '@tanstack/react-router'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { info } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from '../auth-frame.module.css'
import { FailureNote } from '../failure-note.tsx'

type Remedy = { to: string; step?: string; text: TextKey }
const newCode: Remedy = { to: '/emailverify', text: 'newPassword.newCode' }
const otherPassword: Remedy = { to: '/emailverify', step: 'password', text: 'signUp.otherPassword' }
const signIn: Remedy = { to: '/signin', text: 'wayIn.signIn' }

/** Links to the earlier step that an error belongs to; inputs here are kept. */
const remedies: Readonly<Record<string, Remedy>> = {
  'accounts.wrong_code': newCode,
  'accounts.code_over': newCode,
  'accounts.too_many_tries': newCode,
  'accounts.weak_password': otherPassword,
  'accounts.common_password': otherPassword,
  'accounts.already_signed_up': signIn,
  'accounts.google_token_refused': signIn,
}

export function SignUpRefusal({ error }: { error: Error }) {
  const t = useText()
  if (!(error instanceof ApiError)) return <FailureNote text={t('signUp.failed')} />
  const faults = [...(error.nonFieldErrors ?? []), ...Object.values(error.errors ?? {}).flat()]
  const remedy = remedies[error.code]
  if (faults.length === 0) return <FailureNote text={t('signUp.failed')}>{t(errorTextKey(error))}</FailureNote>
  return <FailureNote text={faults.join('\n')}>{remedy && <RemedyLink {...remedy} />}</FailureNote>
}

/** The entered names make the password easy to guess. */
export function OtherPassword() {
  const t = useText()
  return (
    <FailureNote text={t('signUp.passwordIsName')}>
      <RemedyLink {...otherPassword} />
    </FailureNote>
  )
}

function RemedyLink({ to, step, text }: Remedy) {
  const t = useText()
  return (
    <Link to={to} search={step ? { step } : {}} className={css.link}>
      {t(text)}
    </Link>
  )
}

type RetryNoteProps = { text: string; isLoading: boolean; onLoad: () => void; id?: string | undefined }

/** Shown in place of content that failed to load; other fields on the page keep their values. */
export function RetryNote({ text, isLoading, onLoad, id }: RetryNoteProps) {
  const t = useText()
  return (
    <Note
      id={id}
      tone="calm"
      icon={info}
      live="status"
      action={
        <Button kind="line" size="sm" busy={isLoading} busyLabel={t('wayIn.loadingAgain')} onClick={onLoad}>
          {t('wayIn.loadAgain')}
        </Button>
      }
    >
      {text}
    </Note>
  )
}
