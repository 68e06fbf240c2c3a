import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '#core/api-error.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { signInErrorText } from './sign-in-error.ts'
import css from './sign-in-page.module.css'

const ResendLink = lazy(() => import('./auth-pages.ts').then(({ ResendLink: part }) => ({ default: part })))

/** Why the sign-in was refused, with a link to the next step if there is one. */
export function SignInRefusal({ error, email }: { error: Error; email: string }) {
  const t = useText()
  const code = error instanceof ApiError ? error.code : ''
  return (
    <>
      <Note tone="bad" live="alert">
        <span className={css.lines}>{signInErrorText(error, t)}</span>
      </Note>
      {code === 'accounts.email_not_verified' && (
        <Suspense>
          <ResendLink email={email} />
        </Suspense>
      )}
      {code === 'accounts.blocked_for_an_hour' && (
        <Link to="/resetpassword" search={{ email }} className={css.wayOn}>
          {t('signIn.resetNow')}
        </Link>
      )}
    </>
  )
}
