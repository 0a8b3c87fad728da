using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Wcf;

/// <summary>Memory of sessions that have made one call and wait, on each side; then all call once more.</summary>
internal static class WcfIdle
{
    private const int OpeningAtOnce = 32;

    internal static async Task RunAsync(string[] words)
    {
        var settings = new Settings(words);
        var count = settings.Number("connections", 5000);
        var binding = WcfServer.Make(settings.Text("binding", "tcp"));
        using var child = new Child("-wcf", $"binding={settings.Text("binding", "tcp")}");
        var address = new EndpointAddress(await child.ReadAsync().ConfigureAwait(false));
        var factory = new ChannelFactory<IWcfEcho>(binding, address);
        var value = new byte[settings.Bytes];
        await factory.CreateChannel().EchoAsync(value).ConfigureAwait(false);
        var server = await MemoryAsync(child).ConfigureAwait(false);
        var client = Memory();
        var start = Stopwatch.GetTimestamp();
        var channels = Enumerable.Range(0, count).Select(_ => factory.CreateChannel()).ToArray();
        await CallAllAsync(channels, value).ConfigureAwait(false);
        var opened = Stopwatch.GetElapsedTime(start);
        var serverAfter = await MemoryAsync(child).ConfigureAwait(false);
        var clientAfter = Memory();
        start = Stopwatch.GetTimestamp();
        await CallAllAsync(channels, value).ConfigureAwait(false);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{count} sessions opened in {opened.TotalSeconds:F1} s, called again in "
            + $"{Stopwatch.GetElapsedTime(start).TotalSeconds:F1} s; for each, client "
            + $"{(clientAfter.Managed - client.Managed) / count} B managed, "
            + $"{(clientAfter.Resident - client.Resident) / count} B resident; server "
            + $"{(serverAfter.Managed - server.Managed) / count} B managed, "
            + $"{(serverAfter.Resident - server.Resident) / count} B resident"));
        factory.Abort();
    }

    internal static (long Managed, long Resident) Memory()
    {
        var managed = GC.GetTotalMemory(forceFullCollection: true);
        return (managed, Environment.WorkingSet);
    }

    private static async Task CallAllAsync(IWcfEcho[] channels, byte[] value) =>
        await Parallel.ForEachAsync(
            channels,
            new ParallelOptions { MaxDegreeOfParallelism = OpeningAtOnce },
            async (channel, _) => await channel.EchoAsync(value).ConfigureAwait(false)).ConfigureAwait(false);

    private static async Task<(long Managed, long Resident)> MemoryAsync(Child child)
    {
        await child.WriteAsync("memory").ConfigureAwait(false);
        var words = (await child.ReadAsync().ConfigureAwait(false)).Split(' ');
        return (long.Parse(words[0], CultureInfo.InvariantCulture), long.Parse(words[1], CultureInfo.InvariantCulture));
    }
}
