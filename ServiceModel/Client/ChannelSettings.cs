using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace SfPerf.ServiceModel.Client;

/// <summary>Describes what a channel knows about where it leads and how long things may take.</summary>
internal sealed record ChannelSettings
{
    internal required ContractDescription Contract { get; init; }

    /// <summary>Gets whether the channel leads from the service to its client.</summary>
    internal bool IsCallback { get; init; }

    internal EndpointAddress? Remote { get; init; }

    internal EndpointAddress? Local { get; init; }

    internal required Uri Via { get; init; }

    internal required TimeSpan OpenTimeout { get; init; }

    internal required TimeSpan CloseTimeout { get; init; }

    internal required TimeSpan SendTimeout { get; init; }

    internal InstanceContext? CallbackInstance { get; init; }

    internal required MessageVersion Version { get; init; }

    internal required int MessageBytesMax { get; init; }

    /// <summary>Gets who sees the calls; null for nobody.</summary>
    internal ClientInspection? Inspection { get; init; }
}
