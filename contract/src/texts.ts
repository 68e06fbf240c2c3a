import type accounts from '../texts/en/accounts.json'
import type accountsProfile from '../texts/en/accounts-profile.json'
import type accountsAnswers from '../texts/en/accounts-answers.json'
import type accountsGoogle from '../texts/en/accounts-google.json'
import type content from '../texts/en/content.json'
import type core from '../texts/en/core.json'
import type dev from '../texts/en/dev.json'
import type learning from '../texts/en/learning.json'
import type learningQuiz from '../texts/en/learning-quiz.json'
import type learningSession from '../texts/en/learning-session.json'
import type notices from '../texts/en/notices.json'
import type noticesWeb from '../texts/en/notices-web.json'
import type questions from '../texts/en/questions.json'
import type shell from '../texts/en/shell.json'

/** The key of every text of the product. A key that is not in a room's English file does not compile. */
export type TextKey =
  | keyof typeof core
  | keyof typeof shell
  | keyof typeof accounts
  | keyof typeof accountsGoogle
  | keyof typeof accountsProfile
  | keyof typeof accountsAnswers
  | keyof typeof notices
  | keyof typeof noticesWeb
  | keyof typeof content
  | keyof typeof questions
  | keyof typeof learning
  | keyof typeof learningQuiz
  | keyof typeof learningSession
  | keyof typeof dev
