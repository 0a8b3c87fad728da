using System.CommandLine;
using System.Globalization;
using System.IO;
using SfPerf.Commands;
using SfPerf.Machine;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf env</c>: what a run would say about this machine.</summary>
internal static class EnvCommand
{
    private const string Governor = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";

    public static Command Build(Terminal terminal)
    {
        var command = new Command("env", "Shows what a run would say about this machine and these versions.");
        command.SetAction(_ =>
        {
            var facts = EnvironmentFacts.Read();
            var reading = MachineReading.Take();
            foreach (var (name, value) in new (string, string?)[]
            {
                ("sdk", facts.Sdk), ("runtime", facts.Runtime), ("os", facts.Os), ("cpu", facts.Cpu),
                ("cores", facts.Cores.ToString(CultureInfo.InvariantCulture)), ("commit", facts.Commit),
                ("memory bytes", facts.MemoryBytes?.ToString("N0", CultureInfo.InvariantCulture)), ("gc", facts.Gc),
                ("pressure stall information", reading.PressureSeconds is null ? "not offered" : "offered"),
                ("steal time", reading.StolenTicks is null ? "not offered" : "offered"),
                ("load average", Text("/proc/loadavg")), ("processor governor", Text(Governor)),
            })
            {
                terminal.Out.WriteLine($"{name,-27} {value ?? "-"}");
            }

            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static string? Text(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllText(path).Trim() : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
