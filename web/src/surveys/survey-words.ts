import type { StagePage, StageSummary, SurveyCard } from '@saathi/contract/surveys/entities'

type Named = Pick<SurveyCard, 'name' | 'localeName'>
type Described = Pick<StageSummary, 'description' | 'localeDescription'>

/** In the reader's language where there is a translation. */
export const nameOf = ({ name, localeName }: Named): string => localeName || name
export const descriptionOf = ({ description, localeDescription }: Described): string => localeDescription || description
export const shortDescriptionOf = (survey: SurveyCard): string => survey.localeShortDescription || survey.shortDescription
export const pageTitleOf = ({ title, localeTitle }: StagePage): string => localeTitle || title
export const pageTextOf = ({ description, localeDescription }: StagePage): string | null => localeDescription || description
