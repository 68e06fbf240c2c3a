import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { useSendVerification } from './queries.ts'

/** The mailed link may be lost or expired; one tap sends another. */
export function ResendLink({ email }: { email: string }) {
  const t = useText()
  const sending = useSendVerification()
  if (sending.isSuccess) {
    return (
      <Note tone="ok" live="status">
        {t('signIn.linkSent')}
      </Note>
    )
  }
  return (
    <>
      <Button
        kind="quiet"
        size="sm"
        busy={sending.isPending}
        busyLabel={t('signIn.resendingLink')}
        onClick={() => sending.mutate(email)}
      >
        {t('signIn.resendLink')}
      </Button>
      {sending.error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(sending.error))}
        </Note>
      )}
    </>
  )
}
