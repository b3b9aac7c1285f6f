package exporter

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// most is the most records on a page.
func most() *int64 { return new(int64(200)) }

// kinds write the files, in an order in which each needs only those before.
func (x *export) kinds() []func(context.Context) error {
	return []func(context.Context) error{
		func(ctx context.Context) error {
			return writeOne(x, "workspace", func() (client.Record[api.Workspace], error) {
				return client.GetRecord(x.WorkspacesGetWithResponse(ctx))
			})
		},
		func(ctx context.Context) error {
			return writeOne(x, "billing_settings", func() (client.Record[api.BillingSettings], error) {
				return client.GetRecord(x.BillingSettingsWithResponse(ctx))
			})
		},
		func(ctx context.Context) error {
			params := &api.MembersListParams{Limit: most(), IncludeDeactivated: new(true)}
			return write(x, "members", client.Records(ctx, x.MembersListWithResponse, params), func(m api.WorkspaceMember) {
				x.names.users[m.UserId] = m.DisplayName
			})
		},
		func(ctx context.Context) error {
			return write(x, "invitations", client.Records(ctx, x.InvitationsListWithResponse,
				&api.InvitationsListParams{Limit: most()}), nil)
		},
		func(ctx context.Context) error {
			return write(x, "clients", client.Records(ctx, x.ClientsListWithResponse, &api.ClientsListParams{Limit: most()}),
				func(c api.Customer) { x.names.clients[c.Id] = c.Name })
		},
		func(ctx context.Context) error {
			return write(x, "tags", client.Records(ctx, x.TagsListWithResponse, &api.TagsListParams{Limit: most()}),
				func(t api.Tag) { x.names.tags[t.Id] = t.Name })
		},
		func(ctx context.Context) error {
			return write(x, "projects", client.Records(ctx, x.ProjectsListWithResponse, &api.ProjectsListParams{Limit: most()}),
				func(p api.Project) {
					x.noteProject(p)
				})
		},
		x.writeTasks, x.writeProjectMembers,
		func(ctx context.Context) error {
			return writeBeside(x, "entries", entryColumns(), client.Records(ctx, x.EntriesListWithResponse,
				&api.EntriesListParams{Limit: most()}), nil, x.names.of)
		},
		x.writeSubmissions, x.writeClientLinks,
		func(ctx context.Context) error {
			return write(x, "webhooks", client.Records(ctx, x.WebhooksListWithResponse, &api.WebhooksListParams{Limit: most()}),
				nil)
		},
		func(ctx context.Context) error {
			return write(x, "audit_log", client.Records(ctx, x.AuditLogListWithResponse, &api.AuditLogListParams{Limit: most()}),
				nil)
		},
	}
}

// noteProject notes what tasks and entries need of a project.
func (x *export) noteProject(p api.Project) {
	x.projects = append(x.projects, p.Id)
	x.names.projects[p.Id] = p.Name
	if p.ClientId != nil {
		x.names.clientOf[p.Id] = *p.ClientId
	}
}

func (x *export) writeTasks(ctx context.Context) error {
	return write(x, "tasks", below(x, "tasks", x.projects,
		func(project uuid.UUID) iter.Seq2[client.Record[api.Task], error] {
			return client.Records(ctx, client.Below(x.TasksListWithResponse, project), &api.TasksListParams{Limit: most()})
		}), func(t api.Task) { x.names.tasks[t.Id] = t.Name })
}

// writeProjectMembers also writes the id of the project, which the API's record lacks.
func (x *export) writeProjectMembers(ctx context.Context) error {
	return write(x, "project_members", below(x, "project_members", x.projects,
		func(project uuid.UUID) iter.Seq2[client.Record[projectMember], error] {
			return withProject(project, client.Records(ctx, client.Below(x.ProjectsMembersListWithResponse, project),
				&api.ProjectsMembersListParams{Limit: most()}))
		}), nil)
}

// writeSubmissions writes submissions with their lines, which a list lacks.
func (x *export) writeSubmissions(ctx context.Context) error {
	summaries := client.All(ctx, x.SubmissionsListWithResponse, &api.SubmissionsListParams{Limit: most()})
	return write(x, "submissions", func(yield func(client.Record[api.Submission], error) bool) {
		for summary, err := range summaries {
			var whole client.Record[api.Submission]
			if err == nil {
				whole, err = client.GetRecord(x.SubmissionsGetWithResponse(ctx, summary.Id))
			}
			if !yield(whole, err) || err != nil {
				return
			}
		}
	}, func(s api.Submission) { x.submissions = append(x.submissions, s.Id) })
}

func (x *export) writeClientLinks(ctx context.Context) error {
	return write(x, "client_links", below(x, "client_links", x.submissions,
		func(submission uuid.UUID) iter.Seq2[client.Record[api.ClientLink], error] {
			return client.Records(ctx, client.Below(x.ClientLinksListWithResponse, submission),
				&api.ClientLinksListParams{Limit: most()})
		}), nil)
}
