package exporter

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// kinds write the files, in an order in which each needs only those before.
func (x *export) kinds(ctx context.Context) []func() error {
	return []func() error{
		writeOne(x, "workspace", func() (client.Record[api.Workspace], error) {
			return client.GetRecord(x.WorkspacesGetWithResponse(ctx))
		}),
		writeOne(x, "billing_settings", func() (client.Record[api.BillingSettings], error) {
			return client.GetRecord(x.BillingSettingsWithResponse(ctx))
		}),
		write(x, "members", client.Records(ctx, x.MembersListWithResponse,
			&api.MembersListParams{IncludeDeactivated: new(true)}),
			func(m api.WorkspaceMember) { x.names.of[m.UserId] = m.DisplayName }),
		write(x, "invitations", client.Records(ctx, x.InvitationsListWithResponse, nil), nil),
		write(x, "clients", client.Records(ctx, x.ClientsListWithResponse, nil),
			func(c api.Customer) { x.names.of[c.Id] = c.Name }),
		write(x, "tags", client.Records(ctx, x.TagsListWithResponse, nil), func(t api.Tag) { x.names.of[t.Id] = t.Name }),
		write(x, "projects", client.Records(ctx, x.ProjectsListWithResponse, nil), x.noteProject),
		write(x, "tasks", below(x, "tasks", &x.projects, func(project uuid.UUID) iter.Seq2[client.Record[api.Task], error] {
			return client.Records(ctx, client.Below(x.TasksListWithResponse, project), nil)
		}), func(t api.Task) { x.names.of[t.Id] = t.Name }),
		write(x, "project_members", below(x, "project_members", &x.projects, x.projectMembers(ctx)), nil),
		writeBeside(x, "entries", entryColumns(), client.Records(ctx, x.EntriesListWithResponse, nil), nil, x.names.beside),
		write(x, "submissions", x.wholeSubmissions(ctx),
			func(s api.Submission) { x.submissions = append(x.submissions, s.Id) }),
		write(x, "client_links", below(x, "client_links", &x.submissions,
			func(submission uuid.UUID) iter.Seq2[client.Record[api.ClientLink], error] {
				return client.Records(ctx, client.Below(x.ClientLinksListWithResponse, submission), nil)
			}), nil),
		write(x, "webhooks", client.Records(ctx, x.WebhooksListWithResponse, nil), nil),
		write(x, "audit_log", client.Records(ctx, x.AuditLogListWithResponse, nil), nil),
	}
}

// noteProject notes what tasks and entries need of a project.
func (x *export) noteProject(p api.Project) {
	x.projects = append(x.projects, p.Id)
	x.names.of[p.Id] = p.Name
	if p.ClientId != nil {
		x.names.clientOf[p.Id] = *p.ClientId
	}
}

// projectMembers are the members of a project with the id of the project, which the API's record lacks.
func (x *export) projectMembers(ctx context.Context) func(uuid.UUID) iter.Seq2[client.Record[projectMember], error] {
	return func(project uuid.UUID) iter.Seq2[client.Record[projectMember], error] {
		return withProject(project, client.Records(ctx, client.Below(x.ProjectsMembersListWithResponse, project), nil))
	}
}

// wholeSubmissions are the submissions with their lines, which a list lacks.
func (x *export) wholeSubmissions(ctx context.Context) iter.Seq2[client.Record[api.Submission], error] {
	return func(yield func(client.Record[api.Submission], error) bool) {
		for summary, err := range client.All(ctx, x.SubmissionsListWithResponse, nil) {
			var whole client.Record[api.Submission]
			if err == nil {
				whole, err = client.GetRecord(x.SubmissionsGetWithResponse(ctx, summary.Id))
			}
			if !yield(whole, err) || err != nil {
				return
			}
		}
	}
}
