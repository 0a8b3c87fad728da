using SfPerf.Machine;

namespace SfPerf.Scenarios;

/// <summary>Measures how much of the machine's processors other programs used while a scenario ran.</summary>
internal sealed class BackgroundLoad
{
    private readonly MachineReading _before = MachineReading.Take();

    /// <summary>Returns the share since this object was made; null where the system does not tell.</summary>
    public double? Share() => MachineReading.Background(_before, MachineReading.Take());
}
