using System.Collections.Generic;

namespace SfPerf.Architecture.Tests.Azure;

/// <summary>What a value in a resource of Azure may be.</summary>
internal abstract record ArmType
{
    internal static ArmType Text { get; } = new TextType();

    internal static ArmType Number { get; } = new NumberType(int.MinValue, int.MaxValue);

    internal static ArmType Port { get; } = new NumberType(1, 65534);

    internal static ArmType Flag { get; } = new FlagType();

    internal static ArmType Texts { get; } = new MapType(Text);

    internal static ArmType OneOf(params string[] values) => new ChoiceType(values);

    internal static ArmType Between(int least, int most) => new NumberType(least, most);

    internal static ArmType ListOf(ArmType item) => new ListType(item);

    internal sealed record TextType : ArmType;

    internal sealed record FlagType : ArmType;

    internal sealed record NumberType(int Least, int Most) : ArmType;

    internal sealed record ChoiceType(IReadOnlyList<string> Values) : ArmType;

    internal sealed record ListType(ArmType Item) : ArmType;

    internal sealed record MapType(ArmType Value) : ArmType;

    /// <summary>An object of named fields; those whose name ends with '!' have to be there.</summary>
    internal sealed record ObjectType : ArmType
    {
        private readonly Dictionary<string, ArmType> _fields = [];
        private readonly List<string> _required = [];

        internal ObjectType(params IEnumerable<(string Name, ArmType Type)> fields)
        {
            foreach (var (name, type) in fields)
            {
                _fields.Add(name.TrimEnd('!'), type);
                if (name.EndsWith('!'))
                    _required.Add(name.TrimEnd('!'));
            }
        }

        internal IReadOnlyDictionary<string, ArmType> Fields => _fields;

        internal IReadOnlyList<string> Required => _required;
    }
}
