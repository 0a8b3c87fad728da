namespace System.ServiceModel.Description;

/// <summary>Says whether the listen address is taken as it is or made unique.</summary>
public enum ListenUriMode
{
    Explicit,
    Unique,
}
