namespace System.ServiceModel.Channels;

/// <summary>A channel of either side. Custom channels are not supported.</summary>
public interface IChannel : ICommunicationObject
{
}

/// <summary>The listener at the address of one endpoint.</summary>
public interface IChannelListener : ICommunicationObject
{
    /// <summary>Gets the address listened at, with the port the system gave where none was asked for.</summary>
    Uri Uri { get; }
}
