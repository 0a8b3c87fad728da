using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.DevCluster.Gateway;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>Services as they are described: what a client creates, and what it reads again.</content>
internal sealed partial class RestRoutes
{
    private const int RestartWaitFlag = 1;
    private const int QuorumLossWaitFlag = 2;
    private const int InstanceCountOtherwise = 1;

    private IEnumerable<RestRoute> DescriptionRoutes() =>
    [
        Post("Applications/{application}/$/GetServices/$/Create", 1.0m, CreateServiceAsync),
        .. Get(Services, "/$/GetDescription", 1.0m, DescriptionAsync),
    ];

    private async Task CreateServiceAsync(RestCall call)
    {
        var body = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var kind = KindOf(body);
        var named = body.Text("ApplicationName");
        if (named.Length > 0 && named != call.Application)
            throw Invalid($"ApplicationName is '{named}', and the path names {call.Application}.");
        var request = RequestOf(call.Application, body, kind == "Stateful");
        _ = await _manager.CreateServiceAsync(
            call.Application, ServiceRequests.Definition(request), request.HasPersistedState).ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status202Accepted).ConfigureAwait(false);
    }

    private async Task DescriptionAsync(RestCall call)
    {
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        var (application, definition, persisted) =
            await _manager.DescribeServiceAsync(service.Name).ConfigureAwait(false);
        await call.AnswerAsync(w => DescriptionShape.Write(w, application, definition, persisted))
            .ConfigureAwait(false);
    }

    private static string KindOf(RestBody service) => service.OneOf("ServiceKind", "Stateless", "Stateful");

    private static ServiceRequest RequestOf(string application, RestBody body, bool stateful) => new()
    {
        Application = application,
        Name = body.Required("ServiceName"),
        TypeName = body.Required("ServiceTypeName"),
        Stateful = stateful,
        Scheme = SchemeOf(body.Object("PartitionDescription")),
        TargetReplicaSetSize = body.Number("TargetReplicaSetSize", 0),
        MinReplicaSetSize = body.Number("MinReplicaSetSize", 0),
        QuorumLossWaitSeconds = WaitOf(body, QuorumLossWaitFlag, "QuorumLossWaitDurationSeconds"),
        ReplicaRestartWaitSeconds = WaitOf(body, RestartWaitFlag, "ReplicaRestartWaitDurationSeconds"),
        InstanceCount = body.Number("InstanceCount", stateful ? 0 : InstanceCountOtherwise),
        InitializationData = [.. body.Bytes("InitializationData")],
        PlacementConstraints = body.Text("PlacementConstraints"),
        HasPersistedState = stateful ? body.Flag("HasPersistedState") : null,
    };

    private static int WaitOf(RestBody service, int flag, string name) =>
        (service.Number("Flags", 0) & flag) == 0 ? 0 : service.Number(name, 0);

    private static SchemeRequest SchemeOf(RestBody scheme) =>
        scheme.OneOf("PartitionScheme", "Singleton", "UniformInt64Range", "Named") switch
        {
            "Singleton" => new(),
            "UniformInt64Range" => new()
            {
                Kind = "Int64Range",
                Count = scheme.Number("Count", 0),
                LowKey = scheme.Required("LowKey"),
                HighKey = scheme.Required("HighKey"),
            },
            _ => new() { Kind = "Named", Names = [.. scheme.Texts("Names")] },
        };
}
