namespace System.ServiceModel;

/// <summary>A channel whose service may call back.</summary>
public interface IDuplexContextChannel : IClientChannel
{
    InstanceContext? CallbackInstance { get; }
}
