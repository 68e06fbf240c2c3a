import { useEffect, useState, type ComponentType } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { closeReport, type ReportRequest, useReportRequest } from '#core/report.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'

type SheetProps = { request: ReportRequest; onClose: () => void }
type Sheet = ComponentType<SheetProps>

/** Around every page: loads the sheet when somebody first opens it, again if that failed. */
export function ReportHost() {
  const request = useReportRequest()
  const t = useText()
  const [Loaded, setLoaded] = useState<Sheet | null>(null)
  // The next person to sign in here must not find it open.
  useEffect(() => closeReport, [])
  useEffect(() => {
    if (!request || Loaded) return
    function handleFailed() {
      closeReport()
      showToast({ text: t('error.network') })
    }
    void import('./report-sheet.tsx').then(({ ReportSheet }) => setLoaded(() => ReportSheet), handleFailed)
  }, [request, Loaded, t])
  if (!request || !Loaded) return null
  return <Loaded key={`${request.thing.kind} ${request.thing.id}`} request={request} onClose={closeReport} />
}
