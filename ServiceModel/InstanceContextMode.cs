namespace System.ServiceModel;

/// <summary>Says how long one service instance lives.</summary>
public enum InstanceContextMode
{
    PerSession,
    PerCall,
    Single,
}
