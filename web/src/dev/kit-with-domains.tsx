import { KitPage } from '#core/ui/kit/page.tsx'
import { KitQuestions } from './kit-questions.tsx'

export function KitWithDomains() {
  return (
    <KitPage>
      <KitQuestions />
    </KitPage>
  )
}
