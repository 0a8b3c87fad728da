namespace System.ServiceModel.Channels;

/// <summary>A channel of either side.</summary>
public interface IChannel : ICommunicationObject
{
}
