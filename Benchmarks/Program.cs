using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using SfPerf.Benchmarks.Actors;
using SfPerf.Benchmarks.Redis;
using SfPerf.Benchmarks.Remoting;
using SfPerf.Benchmarks.State;
using SfPerf.Benchmarks.Wcf;

namespace SfPerf.Benchmarks;

/// <summary>The verb table. Verbs that begin with a dash are the child processes of the others.</summary>
internal static class Program
{
    private static readonly Dictionary<string, Func<string[], Task>> Verbs = new()
    {
        ["log"] = LogBenchmark.RunAsync,
        ["quorum"] = args => ReplicationBenchmark.RunAsync(["bare"], args),
        ["replication"] = args => ReplicationBenchmark.RunAsync(["bare", "real"], args),
        ["collections"] = args => ReplicationBenchmark.RunAsync(["real", "state"], args),
        ["echo"] = EchoBenchmark.RunAsync,
        ["remoting"] = RemotingBenchmark.RunAsync,
        ["redis"] = RedisBenchmark.RunAsync,
        ["actors"] = ActorBenchmark.RunAsync,
        ["wcf"] = WcfBenchmark.RunAsync,
        ["wcf-idle"] = WcfIdle.RunAsync,
        ["-bare"] = BareNode.RunAsync,
        ["-bare-member"] = BareMember.RunAsync,
        ["-real"] = RealNode.RunAsync,
        ["-real-member"] = RealNode.RunMemberAsync,
        ["-state"] = StateNode.RunAsync,
        ["-echo"] = EchoBenchmark.ServeAsync,
        ["-remoting"] = RemotingBenchmark.ServeAsync,
        ["-actors"] = ActorNode.ServeAsync,
        ["-actors-prober"] = ActorProber.RunAsync,
        ["-wcf"] = WcfServer.ServeAsync,
    };

    private static async Task<int> Main(string[] args)
    {
        try
        {
            if (args.Length > 0 && Verbs.TryGetValue(args[0], out var run))
            {
                await run(args[1..]).ConfigureAwait(false);
                return 0;
            }
            if (args.Length > 0 && args[0] == "state")
                return await StateBenchmark.RunAsync(args[1..]).ConfigureAwait(false);
        }
        catch (BadSettingException e)
        {
            await Console.Error.WriteLineAsync($"{args[0]}: {e.Message}").ConfigureAwait(false);
            return 2;
        }
        await Console.Error.WriteLineAsync("""
            Usage: dotnet run -c Release --project Benchmarks -- VERB [NAME=VALUE ...]
              log           the shared log alone: 64 waiters of 1 KB, each acknowledged after a flush
              quorum        the bare limit: processes that do nothing but write, flush, send and acknowledge
              replication   the replicator, in turn with the bare limit, as a ratio
              collections   a reliable dictionary over the replicator, in turn with the replicator alone, as a ratio
              echo          a request and its reply between two processes, bare
              remoting      calls of a service in another process, in turn with echo, as a ratio
              redis         our closed loop on Redis, in turn with redis-benchmark, as a ratio: keys=2048
              actors        many actors of one partition: first calls, deactivation, a demotion, memory: actors=1000000
                            gen0=8 (MiB that the collector lets pile up at most; 0: the runtime's own) interval=2 (ms)
              wcf           WCF calls over tcp, pipe and http, in turn with a bare exchange, and a channel per call
              wcf-idle      memory of WCF sessions that wait: connections=5000
              state         the reliable collections alone: state 400000 100000, operations a round and items
                            of a checkpoint
            quorum and replication with primaries=3: every process is the primary of a third, the next replicas-1 of a
            ring are its secondaries, so primaries=5 replicas=3 are five processes; partitions=64 of the replicator's
            have one each in turn.
            Values: replicas=3 outstanding=64 bytes=1024 seconds=3 rounds=3 fsync=true
            """).ConfigureAwait(false);
        return 2;
    }
}
