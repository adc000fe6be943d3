import type { Endpoint } from '../../lib/http/endpoint.ts'
import docsPage from '../docs/page.tsx'
import auditPage from './admin/audit.tsx'
import jobsPage from './admin/jobs.tsx'
import messagesPage from './admin/messages.tsx'
import overviewPage from './admin/overview.tsx'
import runJobOnPage from './admin/run-job.tsx'
import setActiveOnPage from './admin/set-active.ts'
import setRoleOnPage from './admin/set-role.ts'
import usersPage from './admin/users.tsx'
import home from './home.tsx'
import login from './login.tsx'
import claimOnPage from './terms/claim.ts'
import confirmOnPage from './terms/confirm.ts'
import createOnPage from './terms/create.tsx'
import deleteOnPage from './terms/delete.ts'
import disownOnPage from './terms/disown.ts'
import disputeOnPage from './terms/dispute.tsx'
import editPage from './terms/edit.tsx'
import historyPage from './terms/history.tsx'
import newTermPage from './terms/new.tsx'
import officialOnPage from './terms/official.tsx'
import previewEdit from './terms/preview.tsx'
import promoteOnPage from './terms/promote.tsx'
import termPage from './terms/read.tsx'
import unvoteOnPage from './terms/unvote.ts'
import editOnPage from './terms/update.tsx'
import voteOnPage from './terms/vote.ts'
import createTokenOnPage from './tokens/create.tsx'
import tokensPage from './tokens/list.tsx'
import revokeTokenOnPage from './tokens/revoke.ts'

/** The pages, in the order in which requests try them. handlers/routes.ts loads them. */
export const pages: readonly Endpoint[] = [
  home, //            GET    /
  newTermPage, //     GET    /terms/new
  termPage, //        GET    /terms/:id
  createOnPage, //    POST   /terms
  editPage, //        GET    /terms/:id/edit
  editOnPage, //      POST   /terms/:id/edit
  previewEdit, //     POST   /terms/:id/preview
  deleteOnPage, //    POST   /terms/:id/delete
  voteOnPage, //      POST   /terms/:id/vote
  unvoteOnPage, //    POST   /terms/:id/unvote
  disputeOnPage, //   POST   /terms/:id/dispute
  officialOnPage, //  POST   /terms/:id/official
  promoteOnPage, //   POST   /terms/:id/promote
  confirmOnPage, //   POST   /terms/:id/confirm
  claimOnPage, //     POST   /terms/:id/claim
  disownOnPage, //    POST   /terms/:id/disown
  historyPage, //     GET    /terms/:id/history
  tokensPage, //      GET    /tokens
  createTokenOnPage, // POST /tokens
  revokeTokenOnPage, // POST /tokens/:id/revoke
  overviewPage, //    GET    /admin
  usersPage, //       GET    /admin/users
  setRoleOnPage, //   POST   /admin/users/:id/role
  setActiveOnPage, // POST   /admin/users/:id/active
  jobsPage, //        GET    /admin/jobs
  runJobOnPage, //    POST   /admin/jobs/:job_type/run
  auditPage, //       GET    /admin/audit
  messagesPage, //    GET    /admin/messages
  login, //           GET    /login

  docsPage, //        GET    /docs
]
