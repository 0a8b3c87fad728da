using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.ServiceModel;
using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios.Channels;

/// <summary>The sizes of the scenario.</summary>
internal sealed class ChannelSettings(ParameterSet parameters)
{
    /// <summary>Gets the calls of a block, several sizes.</summary>
    public IReadOnlyList<int> Calls { get; } =
        [.. parameters.List("CallCounts").Select(c => int.Parse(c, CultureInfo.InvariantCulture)).Distinct()];

    /// <summary>Gets the calls of each arm before the first round, so that none pays for compiling.</summary>
    public int Warmup => (int)parameters.Integer("NumWarmUpCalls");

    /// <summary>Gets the unused connections that a factory and the server keep.</summary>
    public int MaxConnections => (int)parameters.Integer("MaxConnections");

    /// <summary>Makes the binding anew, as the published program does for each call.</summary>
    public NetTcpBinding Binding() => new(SecurityMode.None) { MaxConnections = MaxConnections };
}
