using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>The MessageID of a message. Nearly all are GUIDs, which need no object here.</summary>
internal readonly struct MessageName
{
    private readonly Guid _guid;
    private readonly UniqueId? _other;

    internal MessageName(Guid guid)
    {
        _guid = guid;
        IsSet = true;
    }

    internal MessageName(UniqueId name)
    {
        IsSet = true;
        if (!name.TryGetGuid(out _guid))
            _other = name;
    }

    internal bool IsSet { get; }

    internal bool TryGetGuid(out Guid guid)
    {
        guid = _guid;
        return IsSet && _other is null;
    }

    internal UniqueId? ToUniqueId() => !IsSet ? null : _other ?? new UniqueId(_guid);
}
