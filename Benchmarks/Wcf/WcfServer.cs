using System;
using System.Globalization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Wcf;

/// <summary>The service's process: prints its address, then a line of counters for each line it is sent.</summary>
internal static class WcfServer
{
    internal static async Task ServeAsync(string[] words)
    {
        var name = new Settings(words).Text("binding", "tcp");
        var host = new ServiceHost(typeof(WcfEcho));
        var binding = Make(name);
        var address = name == "pipe"
            ? $"net.pipe://localhost/benchmark/{Environment.ProcessId}" : $"{binding.Scheme}://127.0.0.1:0/echo";
        host.AddServiceEndpoint(typeof(IWcfEcho), binding, address);
        host.Description.Behaviors.Add(new ServiceThrottlingBehavior
        {
            MaxConcurrentCalls = 1000,
            MaxConcurrentSessions = 10000,
        });
        host.Open();
        Console.WriteLine(host.ChannelDispatchers[0].Listener.Uri);
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is { } word)
        {
            if (word == "memory")
            {
                var (managed, resident) = WcfIdle.Memory();
                Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{managed} {resident}"));
                continue;
            }

            var cpu = Environment.CpuUsage.TotalTime.TotalMicroseconds;
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"{WcfEcho.Calls} {GC.GetTotalAllocatedBytes(true)} {cpu:F0}"));
        }

        host.Close();
    }

    internal static Binding Make(string name) => name switch
    {
        "tcp" => new NetTcpBinding(SecurityMode.None),
        "pipe" => new NetNamedPipeBinding(NetNamedPipeSecurityMode.None),
        "http" => new BasicHttpBinding(),
        _ => throw new BadSettingException($"The binding '{name}' is none of tcp, pipe, http."),
    };
}
