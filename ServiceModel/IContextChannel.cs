using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>What every channel tells about itself.</summary>
public interface IContextChannel : IChannel
{
    EndpointAddress? LocalAddress { get; }

    /// <summary>Gets or sets the longest wait for a reply; the binding's SendTimeout unless set.</summary>
    TimeSpan OperationTimeout { get; set; }

    EndpointAddress? RemoteAddress { get; }

    string? SessionId { get; }
}
