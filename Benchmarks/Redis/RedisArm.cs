using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.Peers;
using SfPerf.Workload;

namespace SfPerf.Benchmarks.Redis;

/// <summary>Represents one way to load a Redis server: SETs or GETs, each connection with one under way.</summary>
/// <param name="Endpoint">The server.</param>
/// <param name="Connections">Its connections.</param>
/// <param name="Bytes">The size of each value.</param>
/// <param name="Keys">How many keys there are.</param>
internal sealed record RedisArm(PeerEndpoint Endpoint, int Connections, int Bytes, int Keys)
{
    /// <summary>Runs Redis's own redis-benchmark and returns its requests a second.</summary>
    internal async Task<double> TheirsAsync(bool reads, long operations)
    {
        var start = new ProcessStartInfo("redis-benchmark", [
            "-h", Endpoint.Host, "-p", Text(Endpoint.Port), "-c", Text(Connections), "-d", Text(Bytes),
            "-r", Text(Keys), "-n", Text(operations), "-t", reads ? "get" : "set", "--csv"])
        {
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync().ConfigureAwait(false);
        await process.WaitForExitAsync().ConfigureAwait(false);
        var row = output.Split('\n').Last(l => l.StartsWith(reads ? "\"GET\"" : "\"SET\"", StringComparison.Ordinal));
        return double.Parse(row.Split(',')[1].Trim('"'), CultureInfo.InvariantCulture);
    }

    /// <summary>Runs our closed loop and returns its operations a second.</summary>
    internal async Task<double> OursAsync(bool reads, long operations)
    {
        var target = PeerTarget.Create(new PeerOptions
        {
            Kind = PeerKind.Redis, Endpoints = [Endpoint], Connections = Connections,
            Durability = DurabilityDemand.Primary,
        });
        await using (target.ConfigureAwait(false))
        {
            var runner = new LoadRunner(target, new RunSpecification
            {
                Items = Keys, Payload = PayloadSizes.Fixed(Bytes), Seed = 1, Phases = [],
            });
            await runner.PrepareAsync(CancellationToken.None).ConfigureAwait(false);
            if (reads)
                await RunAsync(runner, OperationShares.Writes, Keys).ConfigureAwait(false);
            var shares = reads ? OperationShares.Reads : OperationShares.Writes;
            return await RunAsync(runner, shares, operations).ConfigureAwait(false);
        }
    }

    private async Task<double> RunAsync(LoadRunner runner, OperationShares shares, long operations)
    {
        var results = await runner.RunPhaseAsync(new PhaseSpecification
        {
            Name = "phase", Shares = shares, Operations = operations, Outstanding = Connections,
        }, CancellationToken.None).ConfigureAwait(false);
        var result = results.Single();
        return result.Failed == 0
            ? result.Operations / result.Seconds
            : throw new InvalidDataException($"{result.Failed} operations failed: {result.Errors.First().Key}.");
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
