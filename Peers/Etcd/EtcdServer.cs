using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers.Etcd;

/// <summary>Connects to an etcd member and asks it what it is.</summary>
internal static class EtcdServer
{
    private const string UserVariable = "ETCDCTL_USER";
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Connects to a member that must be the leader.</summary>
    internal static async Task<EtcdLeader> ConnectAsync(PeerEndpoint endpoint, CancellationToken token)
    {
        var channel = new GrpcChannel(endpoint, ConnectTimeout);
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
            limit.CancelAfter(ConnectTimeout);
            if (Environment.GetEnvironmentVariable(UserVariable) is { Length: > 0 } user)
                channel.Token = await LogInAsync(channel, user, limit.Token).ConfigureAwait(false);
            var status = EtcdMessages.Status(await channel.CallAsync(
                "/etcdserverpb.Maintenance/Status", EtcdMessages.Empty, limit.Token).ConfigureAwait(false));
            var members = EtcdMessages.Members(await channel.CallAsync(
                "/etcdserverpb.Cluster/MemberList", EtcdMessages.Empty, limit.Token).ConfigureAwait(false));
            CheckLeader(endpoint, status, members);
            return new EtcdLeader(channel, status.Version, members.Count(m => !m.Learner));
        }
        catch (Exception e)
        {
            channel.Dispose();
            if (token.IsCancellationRequested || e is PeerException)
                throw;
            throw new PeerException(Describe(endpoint, e), e);
        }
    }

    private static void CheckLeader(PeerEndpoint endpoint, EtcdStatus status, IReadOnlyList<EtcdMember> members)
    {
        if (status.Leader == 0)
        {
            throw new PeerException($"etcd at {endpoint} has no leader: fewer than a majority of its "
                + $"{members.Count} members are up.");
        }

        if (status.Leader == status.Member)
            return;
        var leader = members.FirstOrDefault(m => m.Id == status.Leader);
        throw new PeerException($"etcd at {endpoint} is not the leader; that is {leader?.Name ?? "another"} at "
            + $"{leader?.ClientUrl}; give it as PeerEndpoint.");
    }

    private static async Task<string> LogInAsync(GrpcChannel channel, string user, CancellationToken token)
    {
        var parts = user.Split(':', 2);
        return EtcdMessages.AuthenticationToken(await channel.CallAsync("/etcdserverpb.Auth/Authenticate",
            EtcdMessages.Authenticate(parts[0], parts.Length > 1 ? parts[1] : ""), token).ConfigureAwait(false));
    }

    private static string Describe(PeerEndpoint endpoint, Exception e) => e switch
    {
        GrpcException { Code: "InvalidArgument" or "Unauthenticated" or "PermissionDenied" or "FailedPrecondition" } =>
            $"etcd at {endpoint} refused the user; {UserVariable}=NAME:PASSWORD says who: {e.Message}",
        OperationCanceledException => $"etcd at {endpoint} did not answer within {ConnectTimeout.TotalSeconds} s.",
        HttpRequestException { InnerException: { } inner } => $"etcd at {endpoint} cannot be reached: {inner.Message}",
        InvalidDataException => $"etcd at {endpoint} is not understood: {e.Message}",
        _ => $"etcd at {endpoint} cannot be reached: {e.Message}",
    };
}
