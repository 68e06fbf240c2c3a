import { useEffect, useState, type ComponentType } from 'react'
import { closeReport, type ReportRequest, useReportRequest } from '#core/report.ts'

type SheetProps = { request: ReportRequest; onClose: () => void }
type Sheet = ComponentType<SheetProps>

/** Around every page: loads the sheet when somebody first opens it, again if that failed. */
export function ReportHost() {
  const request = useReportRequest()
  const [Loaded, setLoaded] = useState<Sheet | null>(null)
  // The next person to sign in here must not find it open.
  useEffect(() => closeReport, [])
  useEffect(() => {
    if (!request || Loaded) return
    void import('./report-sheet.tsx').then(({ ReportSheet }) => setLoaded(() => ReportSheet), closeReport)
  }, [request, Loaded])
  if (!request || !Loaded) return null
  return <Loaded key={`${request.thing.kind} ${request.thing.id}`} request={request} onClose={closeReport} />
}
